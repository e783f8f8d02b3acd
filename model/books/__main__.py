"""Print the tables of books: `python -m model.books > docs/books.md`."""

from model.books.listing import printed

if __name__ == "__main__":
    print(printed(), end="")
