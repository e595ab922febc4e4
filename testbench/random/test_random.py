#!/usr/bin/env python3
"""Tests of the bench itself: what is generated, mutated, made smaller and printed."""
import unittest

import generate
import program
import records
import report
import shrink
from check import Failure, Outcome, refused
from tools import Result, call


def reads_together(case):
    """A failure made up: some pass reads two columns and goes through an exchange."""
    for statement in case.program.body:
        stages = getattr(statement, "stages", [])
        kinds = [stage.kind for stage in stages]
        if "alltoallv" in kinds and stages[0].kind == "read" and len(stages[0].arguments) == 2:
            return True
    return False


class Programs(unittest.TestCase):
    def test_the_same_every_time(self):
        for index in (1, 500, 77):
            first, second = generate.generate(9, index), generate.generate(9, index)
            self.assertEqual(first, second)
            self.assertEqual(first.files(), second.files())

    def test_all_there_is(self):
        text = "".join(generate.generate(2, index).program.text() for index in range(400))
        for word in ("histogram(", "table(", "crossbar(", "alltoallv(", "partition ", "repeat ",
                     "rsb",
                     "clock hbm;", "clock net;", "nodes 1;", "nodes 8;", "u8", "i16", "f32", "f64",
                     "kc705"):
            self.assertIn(word, text)

    def test_stages_of_the_users_own(self):
        cases = [generate.generate(2, index) for index in range(400)]
        with_stages = [case for case in cases if case.program.owns]
        self.assertTrue(60 <= len(with_stages) <= 100)
        text = "".join(case.program.text() for case in with_stages)
        for word in ("keeps {", "-> (", ") keeps", "latency 0;", "latency 4;", "parameter ",
                     ": i32)", ": f32", ": u64"):
            self.assertIn(word, text)
        for case in with_stages:
            names = case.files()
            for own in case.program.owns:
                if not own.damage:
                    self.assertIn(f"module {own.name} ", names[f"{own.name}.v"])
                    self.assertIn(f" {own.name}(", names[f"{own.name}.c"])

    def test_edits(self):
        text = "read key -> write key1"
        for action, wanted in (("delete", " key -> write key1"),
                               ("double", "read read key -> write key1"),
                               ("swap", "key read -> write key1"), ("put", "7 key -> write key1")):
            self.assertEqual(program.edited(text, program.Edit(action, 0.0, "7")).strip(),
                             wanted.strip())

    def test_ten_lines(self):
        for index in range(200):
            case = generate.generate(5, index)
            case.program.edits = []
            short = case.program.short()
            self.assertLessEqual(short.count("\n"), 10 + len(case.program.constants))
            self.assertEqual(short.split(), case.program.text().split())


class Records(unittest.TestCase):
    def test_sizes(self):
        for form in records.FORMS:
            data = records.records([("a", "u8"), ("b", "f64")], program.Input(100, 3, [form]))
            self.assertEqual(len(data), 900)


class Smaller(unittest.TestCase):
    def test_as_small_as_can_be(self):
        found = next(case for case in (generate.generate(1, index) for index in range(1000))
                     if reads_together(case) and len(case.program.body) > 4 and case.input)
        least, tried = shrink.shrink(found, reads_together)
        self.assertTrue(reads_together(least))
        self.assertEqual(len(least.program.body), 1)
        self.assertEqual([stage.kind for stage in least.program.body[0].stages],
                         ["read", "alltoallv"])
        self.assertEqual((least.input.count, least.plan, least.program.cluster.nodes), (0, {}, "1"))
        self.assertLessEqual(least.program.short().count("\n"), 10)
        self.assertLessEqual(tried, 400)

    def test_a_plainer_stage(self):
        found = next(case for case in (generate.generate(1, index) for index in range(1000))
                     if len(case.program.owns) > 1)
        name = found.program.owns[0].name
        least, _ = shrink.shrink(found, lambda case: name in [own.name for own
                                                              in case.program.owns])
        self.assertEqual([(own.name, own.latency) for own in least.program.owns], [(name, 0)])
        self.assertEqual(least.program.body, [])

    def test_what_does_not_fail_again_stays(self):
        case = generate.generate(1, 3)
        self.assertEqual(shrink.shrink(case.copy(), lambda smaller: False)[0], case)


class Refusals(unittest.TestCase):
    def result(self, status, place):
        error = '{"severity": "error", "code": "E0050", "message": "m"' + place + "}"
        return Result(status, '{"diagnostics": [' + error + "]}", "")

    def test_positions(self):
        place = ', "file": "p", "line": 1, "column": 2'
        self.assertEqual(refused(self.result(1, place)), ["E0050"])
        for status, place in ((1, ""), (0, place), (1, ', "file": "p", "line": 1')):
            self.assertRaises(Failure, refused, self.result(status, place))
        self.assertRaises(Failure, refused, Result(1, "no JSON", ""))

    def test_limits(self):
        self.assertIsNone(call(["sh", "-c", "while :; do :; done"], 1).status)
        self.assertEqual(call(["sh", "-c", "exit 3"], 5).status, 3)
        self.assertLess(call(["sh", "-c", "kill -SEGV $$"], 5).status, 0)


class Bars(unittest.TestCase):
    def test_a_failure_breaks_one(self):
        good = [Outcome("accepted", simulator="verilator") for _ in range(10)]
        self.assertEqual({row[4] for row in report.bars(good, 1, 10)}, {"yes"})
        for kind, bar in (("wrong result", "mismatches"), ("nothing moves", "deadlocks"),
                          ("yosys complains", "failures in a template or tool"),
                          ("refused without a position", "refused without a position")):
            rows = report.bars(good[1:] + [Outcome("accepted", kind=kind, simulator="verilator")],
                               1, 10)
            self.assertEqual([row[0] for row in rows if row[4] == "no"], [bar])


if __name__ == "__main__":
    unittest.main()
