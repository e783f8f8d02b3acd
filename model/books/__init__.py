"""Which chapters make the book of each kind of instance: tables of (condition, chapter).

Only `facts` decides which chapters apply; nothing else inspects the design.

site ─┬─ tiers, metadata ─┬─ pools ─┬─ groups    what a target is made of
      │                   │         └─ special   vdevs that hold no data
      │                   ├─ files               classes of sizes, with data on an MDT
      │                   ├─ healthy, states     the tier in each state
      │                   ├─ workloads, tasks    what it is used for, beside single files
      │                   ├─ lines               its bill of materials
      │                   └─ years
      ├─ common ── lines, years                  racks, switches: what serves all tiers
      ├─ files                                   classes of sizes, where they are stated
      ├─ demand ── years                         a group of users; below a tier, too
      └─ years
"""
