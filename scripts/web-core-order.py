#!/usr/bin/env python3
"""Puts the functions of a module beside those that they resemble, in the text of binaryen.

    scripts/web-core-order.py FROM.wat TO.wat

Brotli says what was there before by how far back it was, and a distance that was just used costs next to nothing: two
functions that differ in a few places are nearly one where they stand side by side. The core has many such, made of one
generic function for several types. The same text gives the same order.
"""
import collections
import re
import sys

# So many lines in a row are compared; what stands in more functions than these says little about two of them.
ROW, FEW = 3, 60


def main(source, target):
    lines = open(source, encoding="utf-8").readlines()
    before, functions, after = split(lines)
    order = neighbours([rows(function) for function in functions])
    with open(target, "w", encoding="utf-8") as file:
        file.writelines(before)
        for number in order:
            file.writelines(functions[number])
        file.writelines(after)


def split(lines):
    """What stands before the functions, each function, and what follows them."""
    begins = [at for at, line in enumerate(lines) if line.startswith(" (func ")]
    ends = [lines.index(" )\n", at) + 1 for at in begins]
    if not begins or begins[1:] != ends[:-1]:
        sys.exit("web-core-order: the functions do not stand one behind the other")
    return lines[: begins[0]], [lines[begin:end] for begin, end in zip(begins, ends)], lines[ends[-1] :]


def rows(function):
    """The instructions of a function, each with those behind it, and not whom it calls: there alike ones differ."""
    words = (re.sub(r"\(call \S+", "(call", line.strip(" )\n")) for line in function)
    instructions = [word for word in words if word]
    return {tuple(instructions[at : at + ROW]) for at in range(len(instructions) - ROW + 1)}


def neighbours(each):
    """An order in which those are side by side that share most: the most alike are joined first."""
    holders = collections.defaultdict(list)
    for number, own in enumerate(each):
        for row in own:
            holders[row].append(number)
    shared = collections.Counter()
    for numbers in holders.values():
        if len(numbers) <= FEW:
            shared.update((one, other) for at, one in enumerate(numbers) for other in numbers[at + 1 :])

    def likeness(pair):
        one, other = pair
        return shared[pair] / (len(each[one]) + len(each[other]) - shared[pair])

    beside = [[] for _ in each]
    chain = list(range(len(each)))

    def end_of(number):
        while chain[number] != number:
            chain[number] = chain[chain[number]]
            number = chain[number]
        return number

    for one, other in sorted(shared, key=lambda pair: (-likeness(pair), pair)):
        if len(beside[one]) < 2 and len(beside[other]) < 2 and end_of(one) != end_of(other):
            chain[end_of(one)] = end_of(other)
            beside[one].append(other)
            beside[other].append(one)

    order, placed = [], set()
    for number in range(len(each)):
        if number in placed or len(beside[number]) == 2:
            continue
        while number is not None:
            order.append(number)
            placed.add(number)
            number = next((other for other in beside[number] if other not in placed), None)
    return order


main(*sys.argv[1:])
