namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// What look-ups of a loop visit, where the statistics of the columns are known: how many keys there are to look up,
/// which part of all keys they are from, and how far the rows of near keys stand together.
/// </summary>
/// <param name="Distinct">Different pages, of the index's leaves and of the table.</param>
/// <param name="PerProbe">Pages that one look-up visits, without the upper levels of the index.</param>
internal readonly record struct LoopPages(double Distinct, double PerProbe)
{
    /// <summary>Null where too little is known.</summary>
    /// <param name="node">The look-up.</param>
    /// <param name="executions">How often it runs.</param>
    /// <param name="rows">Rows of one look-up.</param>
    /// <param name="sizes">What is known of the relations.</param>
    public static LoopPages? Of(ServerNode node, double executions, double rows, RelationSizes sizes)
    {
        if (
            sizes.TableOf(node) is not { Rows: > 0 } table
            || sizes.IndexOf(node) is not { } index
            || sizes.KeysOf(node) is not { } keys
        )
            return null;
        var probed = Probed(executions, keys);
        var part = Part(keys, probed);
        var leaves = Leaves(Math.Max(1, index.Pages), probed, rows, part);
        var perProbe = IndexAccess.Leaves(rows);
        if (node.Type == "Index Only Scan")
            return new(leaves, perProbe);
        var pages = Math.Max(1, table.Pages);
        var spread = Spread(keys.Looked.Correlation ?? 0);
        var perKey = Math.Max(Touched(Math.Max(1, spread * pages), rows), rows * pages / table.Rows.Value);
        var heap = Touched(Math.Max(1, Math.Min(1, part + spread) * pages), probed * perKey);
        return new(leaves + heap, perProbe + perKey);
    }

    /// <summary>Different keys among so many look-ups, drawn from the other relation's rows without putting one
    /// back.</summary>
    private static double Probed(double executions, LoopKeys keys)
    {
        var distinct = Math.Max(1, keys.Source.Distinct);
        var drawn = Math.Clamp(executions / Math.Max(1, keys.SourceRows), 0, 1);
        return Math.Min(executions, distinct * (1 - Math.Pow(1 - drawn, Math.Max(1, keys.SourceRows / distinct))));
    }

    /// <summary>The part of all keys, in their order, that those of the other relation lie in.</summary>
    private static double Part(LoopKeys keys, double probed)
    {
        var least = Math.Clamp(probed / Math.Max(1, keys.Looked.Distinct), 0, 1);
        return
            keys is { Looked: { Low: { } low, High: { } high }, Source: { Low: { } first, High: { } last } }
            && high - low is > 0 and < double.PositiveInfinity
            ? Math.Clamp((Math.Min(high, last) - Math.Max(low, first)) / (high - low), least, 1)
            : 1;
    }

    /// <summary>How far the rows of near keys lie apart, as a part of the table: rows that each stand up to that part
    /// away from their place have this correlation.</summary>
    private static double Spread(double correlation)
    {
        var square = correlation * correlation;
        return square < 0.01 ? 1 : Math.Min(1, Math.Sqrt((1 / square) - 1));
    }

    private static double Leaves(double pages, double probed, double rows, double part) =>
        Touched(Math.Max(1, part * pages), probed * Math.Max(1, rows / IndexAccess.EntriesPerLeaf));

    /// <summary>Different ones of so many pages that visits at random meet (Cardenas, 1975).</summary>
    private static double Touched(double pages, double visits) =>
        pages <= 1 ? Math.Min(1, visits) : pages * (1 - Math.Exp(visits * Math.Log(1 - (1 / pages))));
}

/// <summary>The keys of a loop's look-ups.</summary>
/// <param name="Looked">The column that is looked up by.</param>
/// <param name="Source">The column that the keys come from.</param>
/// <param name="SourceRows">Rows of the relation that they come from.</param>
internal readonly record struct LoopKeys(ColumnFigures Looked, ColumnFigures Source, double SourceRows);
