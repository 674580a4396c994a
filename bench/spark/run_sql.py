"""Runs a script of `netingress events sql --engine spark` in local mode and prints the rows of each result as JSON.

Usage: run_sql.py SCRIPT. bench/spark/run.ts starts it.
"""

import json
import sys

from pyspark.sql import SparkSession


def main(script):
    # The host name of a machine may not be an address of it.
    spark = (
        SparkSession.builder.master("local[*]")
        .appName("netingress")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "8")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    with open(script, encoding="utf-8") as file:
        statements = [text for text in file.read().split(";\n") if text.strip()]
    for statement in statements:
        result = spark.sql(statement)
        if result.columns:
            print(json.dumps([list(row) for row in result.collect()], default=str), flush=True)
    spark.stop()


main(sys.argv[1])
