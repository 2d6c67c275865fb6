namespace RgPolicy.EndToEnd.Tests.Sampling;

/// <summary>A statement that keeps one hash table of a known number of entries and looks rows up in it until it ends.
/// Where the rows come from keeps nothing: a table's scan, repeated, never held in memory.</summary>
/// <param name="Kind"><c>join</c> or <c>aggregate</c>.</param>
/// <param name="Entries">Of the table.</param>
/// <param name="Workers">Parallel workers.</param>
/// <param name="IsShared">Whether the processes build one table together, where there are workers.</param>
internal sealed record HashTableCase(string Kind, int Entries, int Workers, bool IsShared = true)
{
    /// <summary>The settings it needs.</summary>
    public string Settings =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"set max_parallel_workers_per_gather = {Workers}; set enable_parallel_hash = {(IsShared ? "on" : "off")}; "
                + $"set enable_material = off; set enable_sort = off; set parallel_setup_cost = 0; "
                + $"set min_parallel_table_scan_size = 0"
        );

    /// <summary>Its name in a table of results.</summary>
    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Kind, -9} {Entries, 9:N0} entries, {Workers} workers{(Workers == 0 || Kind != "join" ? "" : IsShared ? ", one table" : ", a table each")}"
        );

    /// <summary>How often the rows of the source are gone through at first: an aggregate takes less time for
    /// each.</summary>
    public int FewestRounds => Kind == "join" ? 8 : 32;

    /// <summary>How long its tables are built, before anything is looked up again.</summary>
    public TimeSpan UntilBuilt =>
        TimeSpan.FromSeconds(2 + (Kind == "join" ? Entries / 1e6 * (IsShared ? 1 : 1 + Workers) : 1));

    /// <summary>What the tables have to be for it.</summary>
    public string Preparation =>
        Kind == "join"
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"create table if not exists entries_{Entries} as select k, k as v from generate_series(0, {Entries - 1}) k; analyze entries_{Entries}"
            )
            : "select 1";

    /// <summary>The statement.</summary>
    /// <param name="rounds">How often the rows of the source are gone through.</param>
    public string Text(int rounds) =>
        Kind == "join"
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"select count(*) from entries_{Entries} e join (select (hashint8(s.k * 100003::bigint + g)::bigint + 2147483648) % {Entries} as x from source s, generate_series(1, {rounds}) g) r on e.k = r.x"
            )
            : string.Create(
                CultureInfo.InvariantCulture,
                $"select count(*) from (select s.r % {Entries} as x, count(*) from ({All(rounds)}) s group by 1) t"
            );

    private static string All(int rounds) =>
        string.Join(" union all ", Enumerable.Repeat("select r from source", rounds));
}
