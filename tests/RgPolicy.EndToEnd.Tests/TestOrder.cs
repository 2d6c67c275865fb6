// One test at a time: each has servers and processes of its own, and the machine may be small.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
