namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>The places of relations that an item of FROM holds: one for a table, more for tables that are joined in
/// parentheses, none for a query, a WITH query or a function.</summary>
internal readonly record struct PlaceRange(int From, int To, bool IsTable = false, bool IsFunction = false)
{
    public static readonly PlaceRange None;

    public static readonly PlaceRange Function = new(0, 0, IsFunction: true);

    /// <summary>The places that are in one of some ranges, each once, in their order.</summary>
    public static ImmutableArray<int> Union(IEnumerable<PlaceRange> ranges, int places)
    {
        var begins = new int[places + 1];
        foreach (var range in ranges)
        {
            begins[range.From]++;
            begins[range.To]--;
        }

        var found = ImmutableArray.CreateBuilder<int>();
        for (var (place, open) = (0, 0); place < places; place++)
        {
            open += begins[place];
            if (open > 0)
                found.Add(place);
        }

        return found.ToImmutable();
    }
}

/// <summary>A name by which an item of FROM can be meant: its own, or an alias.</summary>
internal readonly record struct ItemName(string Name, PlaceRange Range, int Token);
