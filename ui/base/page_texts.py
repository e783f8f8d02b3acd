"""The sentences of the pages that users read; no page may import another."""

EFFECT_OF_EACH_RANGE = "Effect of each range as a table"
NO_REQUIREMENT_CAN = (
    "No requirement can be judged: there is none, or its value is unknown. Enter "
    "requirements on *Needs*."
)
NO_UNCERTAINTY_RANGE_AFFECTS = "No uncertainty range affects any of these figures."
OTHER_SYSTEMS = "{count} further measured systems, with all rows within their tolerance"
SAME_SEED_GIVES_SAME = "The same seed gives the same samples"
EACH_RANGE_IS_VARIED = (
    "Each range is varied from its 5 % to its 95 % quantile while all other values stay as "
    "planned. The share of the variance includes interactions with other ranges; the 90 % "
    "interval is that of the sampling."
)
MINIMUM_PLAN_ENTER_REST = "The minimum plan; enter the rest"
ALL_SAVED_PLANS = "All saved plans are listed at the end of this page."
NO_PLANS_YET_PLANS = (
    "No plans yet. Plans that you begin or open here are stored in this browser immediately."
)
ALL_REQUIREMENTS_ARE_MET = "All requirements are met in **{met}** of cases{unknown}.{fits}"
COMPUTES_WHAT_OPENZFS_REPORTS = (
    "Computes what OpenZFS reports for an empty pool: exact to the byte up to 9 PB, to 16 "
    "digits above. RAID groups, declustered arrays and erasure codes across servers (Ceph, "
    "Storage Scale ECE) are computed as in a tier. The page address contains your inputs."
)
FILES_OF_POOLS_ONLY = "File sizes apply to ZFS pools only; enter them in a scenario."
OF_COPIES = "On different targets, such as 2 for BeeGFS's buddy mirror; one server for each copy"
SIZE_IN_LAYOUT_SUCH = "A size in the layout, such as 'of 960 GB', takes precedence."
RATES_CAN_BE_FITTED = "Rates can be fitted too: `python -m model calibrate FILE.yaml`"
CHOOSE_AT_LEAST_ONE = "Choose at least one measured figure and one efficiency."
EMPTY_POOL_SHARE = "USED + AVAIL of the empty pool as a share of the drives as sold, in %."
RECORD_SIZE_OF_TABLE = "Record size of the table"
ALL_RAIDZ_LAYOUTS = (
    "All RAIDZ layouts of one drive model. Framed widths store a block in less space than "
    "any narrower vdev of the same parity; the widths between need more drives for little "
    "gain. RAID groups, declustered arrays and erasure codes across servers have maps of their own."
)
OTHER_LAYOUTS = (
    "Layouts of {family} as shares of the raw capacity of their drives, from the formulas of tiers."
)
FRAMED_SERVERS = (
    "Framed: the fewest servers on which the data of a lost server can be rebuilt. With one server "
    "less, no room is kept for it, so that the planned capacity is larger."
)
OF_RAW_CAPACITY = "Share of the raw capacity, in %."
NO_SUCH_LAYOUT = "None of these layouts is possible with so few drives or servers."
EXAMPLES_OF_SEARCHES = "usable, checkpoint time, wear, power of a server …"
DRIVES_AND_NETWORKS_USE = (
    "Drives and networks use powers of 1000 (TB), memory and file systems powers of 1024 "
    "(TiB). Each figure in Ostimate shows which one."
)
BENCHMARK_OUTPUT_FILES = "Benchmark output files, at most {largest_mb} MB each"
PARTS_FOUND = "{count} of {count_2} parts; click one for its datasheet."
FULL_RECORDS = "Full records of {record}, of raw"
FULL_INCOMPRESSIBLE_RECORDS = (
    "Full, incompressible records on raidz{parity}, in % of drive capacity. The table "
    "below lists the framed widths."
)
CLICK_VALUE_TO_SEE = "{count}{more}. Click a value to see its derivation."
SEARCH_NUMBERS_BY_NAME = (
    "Search the {count} numbers of this plan by name, by tier or part, or by meaning."
)
EVIDENCE_IS_YOURS = (
    "Measured bandwidths beside their upper bounds, without any name. Nothing is stored or sent: "
    "the file stays with you until you offer it, or copy it to catalogs/efficiencies."
)
