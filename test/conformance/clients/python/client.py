"""Performs calls of the vendor's client: one a line, {service, operation, args}; prints the outcome of each as a line."""

import inspect
import json
import sys

import ngrok
from ngrok import datatypes


def plain(value):
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return plain(value._props) if hasattr(value, "_props") else value


def typed(client, method, name, value):
    """A value as the object of the client that the method declares for it, or for the elements of a list."""
    annotation = str(inspect.signature(method).parameters[name].annotation)
    element = annotation.removeprefix("Sequence[").removesuffix("]")
    declared = getattr(datatypes, element, None)
    if value is None or getattr(declared, "__module__", None) != datatypes.__name__:
        return value
    return declared(client, value) if element == annotation else [declared(client, item) for item in value]


def perform(client, service, operation, args):
    method = getattr(getattr(client, service, None), operation, None)
    if method is None:
        return {"missing": True}
    try:
        result = method(**{name: typed(client, method, name, value) for name, value in args.items()})
        # A list with pages reads the next one while it is iterated.
        if operation == "list" and hasattr(result, "__iter__"):
            return {"value": [plain(item) for item in result]}
        return {"value": plain(result)}
    except ngrok.Error as error:
        return {"refusal": {"status": error.http_status_code, "code": error.error_code}}
    except Exception as error:
        return {"failure": str(error)}


client = ngrok.Client(sys.argv[2], sys.argv[1])
for line in sys.stdin:
    print(json.dumps(perform(client, **json.loads(line))), flush=True)
