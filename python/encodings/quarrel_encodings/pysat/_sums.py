"""Counts in unary that grow: the trees below `ITotalizer` and `ISeqCounter`."""

from __future__ import annotations

from collections.abc import Iterator

from .._native import Counter, Formula


class Sum:
    """A count of true literals. If at least j are true, so are the first j outputs."""

    def __init__(self, size: int, outputs: list[int]) -> None:
        self.size = size
        self.outputs = outputs

    def parts(self) -> tuple[Sum, ...]:
        """Returns the sums that this one adds."""
        return ()

    def write(self, number: int, top: int) -> tuple[list[list[int]], int]:
        """Writes the outputs up to a number of them, which the parts must have already. Returns the
        new clauses, and the greatest variable, which was `top` before."""
        return [], top

    def write_to(self, ubound: int, top: int) -> tuple[list[list[int]], int]:
        """Writes the outputs for bounds up to `ubound`. Returns the new clauses, and the greatest
        variable, which was `top` before."""
        clauses = []
        for node, number in reversed(list(self._lacking(ubound))):
            more, top = node.write(number, top)
            clauses.extend(more)
        return clauses, top

    def _lacking(self, ubound: int) -> Iterator[tuple[Sum, int]]:
        """Returns the nodes of the tree that lack outputs, each before its parts, and how many they
        need. A chain may be too deep for recursion."""
        open_nodes: list[Sum] = [self]
        while open_nodes:
            node = open_nodes.pop()
            number = min(ubound + 1, node.size)
            if len(node.outputs) < number:
                yield node, number
                open_nodes.extend(node.parts())


class Empty(Sum):
    """The count of no literals."""

    def __init__(self) -> None:
        super().__init__(0, [])


class SingleLiteral(Sum):
    """The count of one literal."""

    def __init__(self, lit: int) -> None:
        super().__init__(1, [lit])


class CountedSum(Sum):
    """The count of literals by a totalizer."""

    def __init__(self, lits: list[int]) -> None:
        super().__init__(len(lits), [])
        self._formula = Formula(max(map(abs, lits)))
        self._counter = Counter(self._formula, lits)

    def write(self, number: int, top: int) -> tuple[list[list[int]], int]:
        formula = self._formula
        formula.new(max(top - formula.top, 0))
        before = len(formula)
        for bound in range(len(self.outputs), number):
            self.outputs.append(-self._counter.at_most(bound)[0])
        return formula.clauses(before), formula.top


class TwoSums(Sum):
    """The sum of two counts, as in a totalizer."""

    def __init__(self, left: Sum, right: Sum) -> None:
        super().__init__(left.size + right.size, [])
        self._parts = (left, right)

    def parts(self) -> tuple[Sum, ...]:
        return self._parts

    def write(self, number: int, top: int) -> tuple[list[list[int]], int]:
        before = len(self.outputs)
        self.outputs.extend(range(top + 1, top + 1 + number - before))
        left, right = (part.outputs for part in self._parts)
        clauses = []
        for i in range(min(len(left), number) + 1):
            for j in range(max(before + 1 - i, 0), min(len(right), number - i) + 1):
                clause = [self.outputs[i + j - 1]]
                if j > 0:
                    clause.insert(0, -right[j - 1])
                if i > 0:
                    clause.insert(0, -left[i - 1])
                clauses.append(clause)
        return clauses, top + number - before
