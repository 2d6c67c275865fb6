using System.Globalization;

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
                + $"set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0"
        );

    /// <summary>Its name in a table of results.</summary>
    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Kind, -9} {Entries, 9:N0} entries, {Workers} workers{(Workers == 0 || Kind != "join" ? "" : IsShared ? ", one table" : ", a table each")}"
        );

    /// <summary>The statement.</summary>
    /// <param name="rounds">How often the rows of the source are gone through.</param>
    public string Text(int rounds)
    {
        var source = string.Create(
            CultureInfo.InvariantCulture,
            $"(select (hashint8(s.k * 100003::bigint + g)::bigint + 2147483648) % {Entries} as x from source s, generate_series(1, {rounds}) g) r"
        );
        return Kind == "join"
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"select count(*) from entries_{Entries} e join {source} on e.k = r.x"
            )
            : $"select count(*) from (select x, count(*) from {source} group by x) t";
    }
}
