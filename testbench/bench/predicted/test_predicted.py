"""The bars of `make bench NAME=prediction` fail where they should; draws are repeatable."""
import sys
import unittest
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[3] / "testbench/random"))

from draw import draw_point  # noqa: E402
from measure import Row  # noqa: E402
from predicted import bars  # noqa: E402


def rows(*pairs):
    return [Row(i, predicted, measured) for i, (predicted, measured) in enumerate(pairs)]


class Bars(unittest.TestCase):
    def held(self, listed):
        return [row[4] for row in bars(listed, len(listed))][:3]

    def test_all_close(self):
        self.assertEqual(self.held(rows((1049, 1000), (100, 119))), ["yes", "yes", "yes"])

    def test_one_of_ten_is_off(self):
        self.assertEqual(self.held(rows(*[(1000, 1000)] * 9, (1060, 1000))), ["yes", "no", "yes"])

    def test_one_of_a_hundred_is_far_off(self):
        self.assertEqual(self.held(rows(*[(1000, 1000)] * 99, (800, 1000))), ["yes", "yes", "no"])

    def test_one_was_not_measured(self):
        listed = rows(*[(1000, 1000)] * 99) + [Row(99, problem="run ends with 1")]
        self.assertEqual(self.held(listed), ["no", "yes", "no"])

    def test_those_that_are_off_are_rows(self):
        names = [row[0] for row in bars(rows((1000, 1000), (1100, 1000), (1200, 1000)), 3)]
        self.assertEqual(names[3:], ["program 2", "program 1"])


class Draws(unittest.TestCase):
    def test_the_same_twice(self):
        for index in range(20):
            first, second = (draw_point(7, index, 0) for _ in range(2))
            self.assertEqual((first.files(), first.plan, first.run),
                             (second.files(), second.plan, second.run))

    def test_all_kinds_come(self):
        points = [draw_point(1, index, 0) for index in range(200)]
        self.assertEqual({point.network for point in points}, {"none", "mesh", "wire", "ethernet"})
        self.assertEqual({point.program.cluster.nodes for point in points}, set("1234"))
        self.assertEqual({point.board for point in points},
                         {"stratix10_mx2100", "kc705", "arria10_a10pl4"})
        self.assertTrue(any(point.program.owns for point in points))
        self.assertTrue(any("as last" in point.program.text() for point in points))


if __name__ == "__main__":
    unittest.main()
