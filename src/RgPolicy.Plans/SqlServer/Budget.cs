using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Memory that a sort or a hash table has: what it used, else what the statement used, was
/// granted or could be granted.</summary>
internal static class Budget
{
    public const double Kilobyte = 1024;

    /// <summary>Unknown where the plan says nothing: then nothing is capped.</summary>
    public static Quantity Of(ServerOperator node, SqlServerStatement statement)
    {
        if (node.Counters.UsedMemoryKilobytes > 0)
            return new(node.Counters.UsedMemoryKilobytes * Kilobyte, Provenance.Actual);
        if (statement.MaxUsedKilobytes > 0)
            return new(statement.MaxUsedKilobytes * Kilobyte, Provenance.Actual);
        if (statement.GrantedKilobytes > 0)
            return new(statement.GrantedKilobytes * Kilobyte, Provenance.Estimate);
        return statement.AvailableGrantKilobytes > 0
            ? new(statement.AvailableGrantKilobytes * Kilobyte, Provenance.Estimate)
            : Quantity.Unknown;
    }

    /// <summary>What the statement asks for: granted, else desired by the serial plan; unknown where
    /// neither is printed.</summary>
    public static Quantity Grant(SqlServerStatement statement)
    {
        if (statement.GrantedKilobytes > 0)
            return new(statement.GrantedKilobytes * Kilobyte, Provenance.Actual);
        return statement.SerialDesiredKilobytes >= 0
            ? new(statement.SerialDesiredKilobytes * Kilobyte, Provenance.Estimate)
            : Quantity.Unknown;
    }

    public static Quantity Cap(double bytes, Quantity basis, Quantity budget)
    {
        if (!basis.IsKnown)
            return Quantity.Unknown;
        var provenance = Quantity.Worse(basis.Provenance, Provenance.Inferred);
        return budget.IsKnown && bytes > budget.Value
            ? new(budget.Value, budget.Provenance)
            : new(bytes, basis.Provenance == Provenance.Estimate ? Provenance.Estimate : provenance);
    }
}
