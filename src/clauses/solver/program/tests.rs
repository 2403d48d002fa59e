//! Tests with programs that can be run, and with files that cannot.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use super::*;

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a file of ours");
    path.display().to_string()
}

#[test]
fn what_is_refused_is_what_the_system_does_not_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let in_folder = |name: &str| folder.path().join(name).display().to_string();
    let script = |name: &str, text: &str| write(folder.path(), name, text);
    fs::write(folder.path().join("plain"), "#!/bin/sh\n").expect("a file");
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    std::os::unix::fs::symlink("nowhere", folder.path().join("dangling")).expect("a link");
    let good = script("good", "#!/bin/sh -e\nexit 0\n");
    let nested = script("nested", &format!("#!{good}\n"));
    let linked = in_folder("linked");
    std::os::unix::fs::symlink(&good, &linked).expect("a link");
    let gone = script("gone", "#!/no/such/shell\nexit 0\n");
    let itself = in_folder("circle");
    let cases = [
        ("sh".to_owned(), ""),
        ("/bin/sh".to_owned(), ""),
        (good, ""),
        (linked, ""),
        (nested, ""),
        (script("by-env", "#!/usr/bin/env sh\nexit 0\n"), ""),
        (script("blanks", "#! \t/bin/sh \t\nexit 0\n"), ""),
        ("no-such-program".to_owned(), "on the PATH is called `no-such-program`"),
        (String::new(), "on the PATH"),
        (in_folder("none"), "there is no file"),
        (in_folder("plain/below"), "there is no file"),
        (in_folder("dangling"), "there is no file"),
        (in_folder("folder"), "is a folder"),
        (in_folder("plain"), "may be executed"),
        ("/dev/null".to_owned(), "may be executed"),
        (script("text", "exit 0\n"), "neither a binary nor a script"),
        (script("empty", ""), "neither a binary nor a script"),
        (script("bare", "#!  \nexit 0\n"), "neither a binary nor a script"),
        (gone.clone(), "cannot be run: there is no file `/no/such/shell`"),
        (script("returns", "#!/bin/sh\r\nexit 0\r\n"), "there is no file `/bin/sh\r`"),
        (script("folder-runs-it", "#!/\n"), "cannot be run: `/` is a folder"),
        (script("below", &format!("#!{gone}\n")), "cannot be run: the interpreter of"),
        (script("circle", &format!("#!{itself}\n")), "a script, whose interpreter is a script too"),
    ];
    for (program, expected) in cases {
        let mut command = Command::new(&program);
        let started = command.args(["-c", ":"]).stdin(Stdio::null()).status();
        match find(&program) {
            Ok(_) => {
                assert_eq!(expected, "", "{program}");
                started.expect("a program");
            }
            Err(error) => {
                assert!(!expected.is_empty() && error.to_string().contains(expected), "{error}");
                assert!(started.is_err(), "{program}");
            }
        }
    }
}

/// In the first cases, `env` itself can be started, but not the program that it should start.
#[test]
fn a_script_of_env_needs_its_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in ["no-such-shell", "-S no-such-shell -u", "-S A=1 no-such-shell", "sh -u"] {
        let path = write(folder.path(), "script", &format!("#!/usr/bin/env {line}\n"));
        let error = find(&path).expect_err("no such program").to_string();
        assert!(error.contains("no program on the PATH is called"), "{line}: {error}");
    }
    for line in ["-S sh -u", "-S A=1 sh", "-i sh", "sh"] {
        let path = write(folder.path(), "script", &format!("#!/usr/bin/env {line}\n"));
        assert_eq!(find(&path), Ok(PathBuf::from(&path)), "{line}");
    }
}
