"""Code samples: a small realistic file for every language with a grammar and some without, and the definitions in it."""

Expected = list[tuple[str, str, int, int]]
"""Kind, breadcrumb, first and last line of every definition."""

PYTHON = '''"""Routes of the shop."""

import functools

LIMIT = 20


@functools.cache
def parse(path: str) -> list[str]:
    """Split a path."""
    return path.split("/")


class Router:
    """Finds the handler of a request."""

    routes: list[str] = []

    # Kept in the order of registration.
    def add(self, path):
        self.routes.append(path)

    @property
    def size(self) -> int:
        return len(self.routes)


async def main():
    pass
'''
JAVASCRIPT = """import fs from "fs";

/** Adds tax. */
export function withTax(amount, rate) {
  return amount * (1 + rate);
}

export default class Cart extends Base {
  #items = [];

  constructor(owner) {
    super(owner);
  }

  async checkout(card) {
    return this.pay(card);
  }
}

const total = (items) => {
  return items.reduce((sum, item) => sum + item.price, 0);
};

module.exports.load = function (path) {
  return fs.readFileSync(path);
};
"""
TYPESCRIPT = """import { Injectable } from "./di";

export interface User {
  id: string;
}

export type Id = string | number;

export enum Role { Admin, Guest }

@Injectable()
export abstract class Repository<T> {
  private cache = new Map<Id, T>();

  abstract find(id: Id): T;

  async load(id: Id): Promise<T> {
    return this.cache.get(id) ?? this.find(id);
  }
}

namespace Geometry {
  export function area(radius: number): number {
    return Math.PI * radius ** 2;
  }
}
"""
TSX = """import React from "react";

export const Button: React.FC<Props> = ({ label }) => {
  return <button className="primary">{label}</button>;
};

export function App() {
  return <Button label="Save" />;
}
"""
RUST = """use std::fmt;

/// A point in the plane.
#[derive(Debug, Clone)]
pub struct Point {
    x: f64,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.x)
    }
}

pub trait Shape {
    fn area(&self) -> f64;

    fn describe(&self) -> String {
        format!("{}", self.area())
    }
}

mod tests {
    #[test]
    fn it_adds() {
        assert_eq!(2 + 2, 4);
    }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}
"""
GO = """package server

import "net/http"

// Server answers requests.
type Server struct {
	addr string
}

type (
	Handler interface {
		Handle(r *http.Request) error
	}
)

// Start listens until the context ends.
func (s *Server) Start() error {
	return http.ListenAndServe(s.addr, nil)
}

func New(addr string) *Server {
	return &Server{addr: addr}
}
"""
JAVA = """package shop;

import java.util.List;

/** Places orders. */
@Service
public class OrderService implements Orders {
    private final Store store;

    public OrderService(Store store) {
        this.store = store;
    }

    @Override
    public <T> List<T> place(Order order) {
        return store.save(order);
    }
}

interface Orders {
    <T> List<T> place(Order order);
}

record Pair(int left, int right) {
    int sum() {
        return left + right;
    }
}
"""
C = """#include <stdlib.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* A list of numbers. */
typedef struct list {
    int value;
    struct list *next;
} list_t;

enum color { RED, GREEN };

static int sum(const list_t *list)
{
    return list ? list->value + sum(list->next) : 0;
}

char **split(const char *text)
{
    return NULL;
}
"""
CPP = """#include <string>

namespace geo {

template <typename T>
class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;
  const T& tag() const {
    return tag_;
  }
};

}  // namespace geo

double geo::Circle::area() const {
  return 3.14159 * radius_ * radius_;
}

std::string& name_of(int id) {
  static std::string name;
  return name;
}
"""
CSHARP = """using System;

namespace Shop.Core
{
    /// <summary>What a customer wants.</summary>
    [Serializable]
    public class Cart : ICart
    {
        public int Total { get; set; }

        public Cart(int total)
        {
            Total = total;
        }

        public async Task<int> CheckoutAsync(User user)
        {
            return await Pay(user);
        }
    }

    public interface ICart
    {
        int Total { get; }
    }
}
"""
RUBY = """require "json"

module Billing
  class Invoice < Document
    attr_reader :total

    # Pays a part.
    def pay!(amount)
      @total -= amount
    end

    def self.build(lines)
      new(lines)
    end
  end
end

def helper
  42
end
"""
PHP = """<?php

namespace App;

/** Keeps users. */
final class UserRepository implements Repository
{
    private $db;

    public function find(int $id): ?User
    {
        return $this->db->get($id);
    }
}

interface Repository
{
    public function find(int $id);
}

function helper(string $name): string
{
    return strtolower($name);
}
"""
KOTLIN = """package shop

import kotlin.math.max

data class User(val name: String)

/** Finds users. */
class Repository(private val db: Database) {
    val size = 3

    fun find(id: Int): User? {
        return db.get(id)
    }
}

interface Service {
    fun run()
}

fun String.shout(): String = uppercase()
"""
SWIFT = """import Foundation

/// What a customer wants.
public class Cart: Basket {
    var total = 0

    init(total: Int) {
        self.total = total
    }

    func checkout(_ user: User) async throws -> Int {
        return total
    }
}

struct Point {
    var x: Int
}

protocol Shape {
    func area() -> Double
}

extension Cart {
    func reset() {
        total = 0
    }
}
"""
BASH = """#!/bin/bash
set -euo pipefail

# Compiles everything.
build() {
  make all
}

function deploy {
  build
  rsync -a dist/ "$1"
}

deploy "$@"
"""
LUA = """local M = {}

-- Adds two numbers.
function M.add(a, b)
  return a + b
end

local function helper(x)
  if x then
    return x
  end
end

return M
"""
ELIXIR = """defmodule Shop.Cart do
  @moduledoc "A cart"

  def total(items) do
    Enum.sum(items)
  end

  defp helper(x), do: x
end
"""
DART = """import 'dart:io';

class Cart extends Basket {
  final int total;

  Future<int> checkout(User user) async {
    if (user.isKnown) {
      return total;
    }
    return 0;
  }
}

void main(List<String> args) {
  print(args);
}
"""
MARKDOWN = """Introduction.

# Install

Run this:

```sh
# not a heading
pip install it
```

## From source

Clone it.

# Use
"""
SQL = """-- People.
CREATE TABLE users (
  id integer PRIMARY KEY
);

create or replace function count_users() returns integer as $$
begin
  return 1;
end;
$$;
"""

WITH_GRAMMAR: dict[str, tuple[str, Expected]] = {
    "python": (
        PYTHON,
        [
            ("function", "parse", 8, 11),
            ("class", "Router", 14, 17),
            ("method", "Router.add", 19, 21),
            ("method", "Router.size", 23, 25),
            ("function", "main", 28, 29),
        ],
    ),
    "javascript": (
        JAVASCRIPT,
        [
            ("function", "withTax", 3, 6),
            ("class", "Cart", 8, 9),
            ("method", "Cart.constructor", 11, 13),
            ("method", "Cart.checkout", 15, 18),
            ("function", "total", 20, 22),
            ("function", "module.exports.load", 24, 26),
        ],
    ),
    "typescript": (
        TYPESCRIPT,
        [
            ("interface", "User", 3, 5),
            ("type", "Id", 7, 7),
            ("enum", "Role", 9, 9),
            ("class", "Repository", 11, 15),
            ("method", "Repository.load", 17, 20),
            ("namespace", "Geometry", 22, 22),
            ("function", "Geometry.area", 23, 26),
        ],
    ),
    "tsx": (TSX, [("function", "Button", 3, 5), ("function", "App", 7, 9)]),
    "rust": (
        RUST,
        [
            ("struct", "Point", 3, 7),
            ("impl", "Point", 9, 9),
            ("method", "Point.fmt", 10, 13),
            ("trait", "Shape", 15, 16),
            ("method", "Shape.describe", 18, 21),
            ("module", "tests", 23, 23),
            ("function", "tests.it_adds", 24, 28),
            ("macro", "square", 30, 32),
        ],
    ),
    "go": (
        GO,
        [
            ("struct", "Server", 5, 8),
            ("interface", "Handler", 10, 14),
            ("method", "Server.Start", 16, 19),
            ("function", "New", 21, 23),
        ],
    ),
    "java": (
        JAVA,
        [
            ("class", "OrderService", 5, 8),
            ("method", "OrderService.OrderService", 10, 12),
            ("method", "OrderService.place", 14, 18),
            ("interface", "Orders", 20, 20),
            ("method", "Orders.place", 21, 22),
            ("record", "Pair", 24, 24),
            ("method", "Pair.sum", 25, 28),
        ],
    ),
    "c": (
        C,
        [
            ("macro", "MAX", 3, 3),
            ("struct", "list_t", 5, 9),
            ("enum", "color", 11, 11),
            ("function", "sum", 13, 16),
            ("function", "split", 18, 21),
        ],
    ),
    "cpp": (
        CPP,
        [
            ("namespace", "geo", 3, 3),
            ("class", "geo.Shape", 5, 7),
            ("method", "geo.Shape.~Shape", 8, 8),
            ("method", "geo.Shape.tag", 10, 15),
            ("function", "geo.Circle.area", 17, 19),
            ("function", "name_of", 21, 24),
        ],
    ),
    "csharp": (
        CSHARP,
        [
            ("namespace", "Shop.Core", 3, 4),
            ("class", "Shop.Core.Cart", 5, 9),
            ("method", "Shop.Core.Cart.Cart", 11, 14),
            ("method", "Shop.Core.Cart.CheckoutAsync", 16, 20),
            ("interface", "Shop.Core.ICart", 22, 26),
        ],
    ),
    "ruby": (
        RUBY,
        [
            ("module", "Billing", 3, 3),
            ("class", "Billing.Invoice", 4, 5),
            ("method", "Billing.Invoice.pay!", 7, 10),
            ("method", "Billing.Invoice.build", 12, 16),
            ("function", "helper", 18, 20),
        ],
    ),
    "php": (
        PHP,
        [
            ("class", "UserRepository", 5, 8),
            ("method", "UserRepository.find", 10, 14),
            ("interface", "Repository", 16, 17),
            ("method", "Repository.find", 18, 19),
            ("function", "helper", 21, 24),
        ],
    ),
    "kotlin": (
        KOTLIN,
        [
            ("class", "User", 5, 5),
            ("class", "Repository", 7, 9),
            ("method", "Repository.find", 11, 14),
            ("interface", "Service", 16, 16),
            ("method", "Service.run", 17, 18),
            ("function", "shout", 20, 20),
        ],
    ),
    "swift": (
        SWIFT,
        [
            ("class", "Cart", 3, 5),
            ("method", "Cart.init", 7, 9),
            ("method", "Cart.checkout", 11, 14),
            ("struct", "Point", 16, 18),
            ("protocol", "Shape", 20, 22),
            ("extension", "Cart", 24, 24),
            ("method", "Cart.reset", 25, 28),
        ],
    ),
    "bash": (BASH, [("function", "build", 4, 7), ("function", "deploy", 9, 12)]),
}
BY_STRUCTURE: dict[str, tuple[str, Expected]] = {
    "lua": (LUA, [("function", "M.add", 3, 6), ("function", "helper", 8, 12)]),
    "elixir": (
        ELIXIR,
        [("module", "Shop.Cart", 1, 2), ("function", "Shop.Cart.total", 4, 6), ("function", "Shop.Cart.helper", 8, 9)],
    ),
    "dart": (DART, [("class", "Cart", 3, 4), ("method", "Cart.checkout", 6, 12), ("function", "main", 14, 16)]),
    "markdown": (
        MARKDOWN,
        [("section", "Install", 3, 10), ("section", "Install.From source", 12, 14), ("section", "Use", 16, 16)],
    ),
    "sql": (SQL, [("table", "users", 1, 4), ("function", "count_users", 6, 10)]),
}
