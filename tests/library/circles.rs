//! Checks that the files of a room import each other in one direction only.
//!
//! An arrow leads from a file to each file in which a name is defined that its code mentions: in a
//! `use`, or in a path that begins with `crate`, `super`, `self` or a module below the file. A name
//! that a module only passes on with `use` is followed to the file that defines it, and passing it
//! on is no arrow. Code of tests does not count.
//!
//! A file and the folder of its name are one part of the room, whose face is the file: arrows
//! between a file and those below it do not count. So in every folder the parts side by side, each
//! with all that is below it, must have an order in which each imports earlier ones only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::architecture::{code, is_test, root};

type ModulePath = Vec<String>;

/// The code of one file, or of a folder without a file.
#[derive(Default)]
struct Module {
    /// The names of the modules below.
    children: BTreeSet<String>,
    /// The names that `use` brings, `*` for all of a module, each with its path.
    imported: Vec<(String, ModulePath)>,
    /// The paths that lead to an arrow.
    mentioned: Vec<ModulePath>,
}

type Modules = BTreeMap<ModulePath, Module>;

/// Returns the modules of the crate in a folder.
fn modules(crate_folder: &Path) -> Modules {
    let mut modules = Modules::from([(Vec::new(), Module::default())]);
    let mut codes = Vec::new();
    let mut folders = vec![(crate_folder.to_owned(), Vec::new())];
    while let Some((folder, path)) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let file = entry.expect("a file of the repository").path();
            let is_rust = file.extension().is_some_and(|end| end == "rs");
            if is_test(&file) || !(file.is_dir() || is_rust) {
                continue;
            }
            let name = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
            let mut below: ModulePath = path.clone();
            if !(path.is_empty() && (name == "lib" || name == "main")) {
                modules.entry(path.clone()).or_default().children.insert(name.clone());
                below.push(name);
            }
            modules.entry(below.clone()).or_default();
            if is_rust {
                codes.push((below, code(&file)));
            } else {
                folders.push((file, below));
            }
        }
    }
    for (path, code) in codes {
        let module = modules.get_mut(&path).expect("entered above");
        module.read(&tokens(&code));
    }
    modules
}

/// Divides code into words, `::` and single characters.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_of_word(first) {
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl Module {
    fn read(&mut self, tokens: &[&str]) {
        let mut passed_on = Vec::new();
        let mut words = BTreeSet::new();
        let mut at = 0;
        while at < tokens.len() {
            let before = at.checked_sub(1).map_or("", |before| tokens[before]);
            if tokens[at] == "use" {
                let first = self.imported.len();
                at = self.read_use(tokens, at + 1, &[]);
                if matches!(before, "pub" | ")") {
                    passed_on.extend(first..self.imported.len());
                }
                continue;
            }
            if tokens[at] == "mod" {
                at += 2;
                continue;
            }
            let mut path = vec![tokens[at].to_owned()];
            while tokens[at..].get(1) == Some(&"::")
                && tokens[at..].get(2).is_some_and(|t| is_word(t))
            {
                path.push(tokens[at + 2].to_owned());
                at += 2;
            }
            let first = path[0].as_str();
            let begins =
                matches!(first, "crate" | "super" | "self") || self.children.contains(first);
            words.insert(path[0].clone());
            if path.len() > 1 && before != "::" && begins {
                self.mentioned.push(path);
            }
            at += 1;
        }
        for (place, (name, path)) in self.imported.iter().enumerate() {
            if !passed_on.contains(&place) || words.contains(name) {
                self.mentioned.push(path.clone());
            }
        }
    }

    /// Reads the paths of a `use` from its tokens, and returns the place after them.
    fn read_use(&mut self, tokens: &[&str], mut at: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        let mut name = None;
        loop {
            match tokens[at] {
                "{" => {
                    while tokens[at] != "}" {
                        at = self.read_use(tokens, at + 1, &path);
                    }
                    return at + 1;
                }
                "," | ";" | "}" => break,
                "as" => {
                    name = Some(tokens[at + 1].to_owned());
                    at += 1;
                }
                "::" => {}
                // `{self}` names the module itself.
                "self" if !path.is_empty() => {}
                word => path.push(word.to_owned()),
            }
            at += 1;
        }
        if path.len() > prefix.len() || tokens[at - 1] == "self" {
            let name = name.or_else(|| path.last().cloned());
            self.imported.push((name.expect("a path has a name"), path));
        }
        at
    }
}

/// Returns the module that defines what a path in the module `from` leads to; `None` if it is in
/// another crate.
fn defining(
    modules: &Modules,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<ModulePath> {
    let mut module = from.to_vec();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (module, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                module.pop();
                rest = &rest[1..];
            }
        }
        first => {
            let known = &modules[&module];
            let is_imported = known.imported.iter().any(|(name, by)| name == first && by != path);
            if !known.children.contains(first) && !is_imported {
                return None;
            }
        }
    }
    while let Some((name, after)) = rest.split_first() {
        let known = modules.get(&module)?;
        if known.children.contains(name) {
            module.push(name.clone());
            rest = after;
            continue;
        }
        let of_name = known.imported.iter().find(|(imported, by)| imported == name && by != path);
        let of_all =
            known.imported.iter().filter(|(imported, _)| imported == "*").find(|(_, by)| {
                let base = defining(modules, &module, &by[..by.len() - 1], depth + 1);
                base.is_some_and(|base| modules[&base].children.contains(name))
            });
        let Some((imported, by)) = of_name.or(of_all).filter(|_| depth < 8) else { break };
        let by = if imported == "*" {
            [&by[..by.len() - 1], rest].concat()
        } else {
            [by, after].concat()
        };
        return defining(modules, &module, &by, depth + 1);
    }
    Some(module)
}

/// Returns the arrows between the parts of each folder, by the folder's path.
fn arrows(modules: &Modules) -> BTreeMap<ModulePath, BTreeMap<&str, BTreeSet<String>>> {
    let mut arrows: BTreeMap<ModulePath, BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
    for (from, module) in modules {
        for path in &module.mentioned {
            let Some(to) = defining(modules, from, path, 0) else { continue };
            let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                let parts = arrows.entry(from[..common].to_vec()).or_default();
                parts.entry(one).or_default().insert(other.clone());
            }
        }
    }
    arrows
}

/// Returns the parts that import themselves by way of others.
fn in_circles<'a>(arrows: &BTreeMap<&'a str, BTreeSet<String>>) -> Vec<&'a str> {
    let imports_itself = |part: &&str| {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let mut next = vec![*part];
        while let Some(one) = next.pop() {
            let others = arrows.get(one).into_iter().flatten();
            next.extend(others.filter(|other| known.insert(other)).map(String::as_str));
        }
        known.contains(part)
    };
    arrows.keys().copied().filter(imports_itself).collect()
}

#[test]
fn the_files_of_a_room_import_each_other_in_one_direction() {
    let mut with_circles = BTreeSet::new();
    // A room of the library is in the folder of its wing; the crate of the encodings is one room.
    for (folder, depth) in [("src", 2), ("encodings/src", 0)] {
        let modules = modules(&root().join(folder));
        let arrows = arrows(&modules);
        assert!(arrows.values().map(BTreeMap::len).sum::<usize>() > 40, "{folder} has few arrows");
        for (path, arrows) in arrows.iter().filter(|(path, _)| path.len() >= depth) {
            let parts = in_circles(arrows);
            if !parts.is_empty() {
                let place = [vec![folder.to_owned()], path.clone()].concat().join("/");
                println!("{place}:");
                for part in &parts {
                    let others = arrows[part].iter().filter(|one| parts.contains(&one.as_str()));
                    println!("  {part} imports {:?}", others.collect::<Vec<_>>());
                }
                with_circles.insert(place);
            }
        }
    }
    assert!(with_circles.is_empty(), "parts that import each other in a circle: {with_circles:?}");
}

#[test]
fn arrows_are_found_in_every_form() {
    let mut module = Module { children: ["below".to_owned()].into(), ..Module::default() };
    let code =
        "pub use below::Passed; use super::{one::{self, A}, b as c}; pub use self::below::Both;
        fn f() -> Both { below::g(crate::two::h()) + std::mem::size_of::<A>() }";
    module.read(&tokens(code));
    let mentioned: Vec<String> = module.mentioned.iter().map(|path| path.join("::")).collect();
    assert_eq!(
        mentioned,
        [
            "below::g",
            "crate::two::h",
            "super::one",
            "super::one::A",
            "super::b",
            "self::below::Both"
        ]
    );
}
