"""Whether the parts fit into each other: 1 yes, 0 no, unknown where a datasheet is silent.

Drives go into bays, processors into sockets, cards into slots, cables and links onto ports. A
design that doesn't fit is a result with its reason, not an error: the datasheet may be wrong. Each
check compares what there is, its first need, with what is asked of it, its second one.
"""
