namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>A difference in meaning, in words.</summary>
public static class DifferenceText
{
    /// <summary>A region in one line: who gets what instead of what.</summary>
    public static string Describe(ChangedRegion region)
    {
        ArgumentNullException.ThrowIfNull(region);
        var (old, @new) = (region.Before, region.After);
        var limits = region.ChangesLimits
            ? old.Pool.Name == @new.Pool.Name ? $"pool {old.Pool.Name} with other settings" : $"pool {old.Pool.Name} -> {@new.Pool.Name}"
            : $"pool {old.Pool.Name} as before";
        return old.Name == @new.Name ? $"class {old.Name}: {limits}" : $"class {old.Name} -> {@new.Name}: {limits}";
    }

    /// <summary>How many regions change, and whether that is all.</summary>
    public static string Conclude(PolicyDifference difference)
    {
        ArgumentNullException.ThrowIfNull(difference);
        var undecided = difference.IsDecided ? "" : "; not every region was decided within the work budget";
        return difference.Regions.IsEmpty && difference.Statements.IsEmpty
            ? "no query changes class or limits" + undecided
            : FormattableString.Invariant($"{difference.Regions.Length} regions change") + undecided;
    }
}
