// Each test has servers and processes of its own and mostly waits for them: two at a time, for the
// machine may be small.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]
