"""Prints a YAML file as JSON, by the core schema of YAML 1.2: what looks like a date, or `on`, is text."""

import json
import re
import sys

import yaml


class Core(yaml.SafeLoader):
    pass


Core.yaml_implicit_resolvers = {
    first: [(tag, expression) for tag, expression in resolvers if not tag.endswith((":timestamp", ":bool"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Core.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|True|TRUE|false|False|FALSE)$"), list("tTfF"))

with open(sys.argv[1], encoding="utf-8") as file:
    json.dump(yaml.load(file, Core), sys.stdout)
