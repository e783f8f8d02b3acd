"""Quantities, trees and programs; knows nothing of storage."""
