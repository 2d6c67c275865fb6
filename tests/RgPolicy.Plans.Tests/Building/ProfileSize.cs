namespace RgPolicy.Plans.Tests.Building;

/// <summary>
/// The size of what reading a document leaves behind: the bytes that a copy of it allocates, texts
/// included, each text once for each profile however often it occurs there.
/// </summary>
internal static class ProfileSize
{
    /// <summary>Bytes.</summary>
    public static long Of(PlanDocument document)
    {
        Copy(document);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var copy = Copy(document);
        var bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        GC.KeepAlive(copy);
        return bytes - document.Statements.Sum(statement => Repeated(statement.Profile));
    }

    private static PlanDocument Copy(PlanDocument document)
    {
        var statements = new PlanStatement[document.Statements.Length];
        for (var i = 0; i < statements.Length; i++)
            statements[i] = Copy(document.Statements[i]);
        return document with { Statements = [.. statements.AsSpan()] };
    }

    private static PlanStatement Copy(PlanStatement statement) =>
        statement with
        {
            Text = Copy(statement.Text),
            Profile = Copy(statement.Profile),
        };

    private static PlanProfile Copy(PlanProfile profile)
    {
        var operators = new PlanOperator[profile.Operators.Length];
        for (var i = 0; i < operators.Length; i++)
            operators[i] = profile.Operators[i] with
            {
                Name = Copy(profile.Operators[i].Name)!,
                Table = Copy(profile.Operators[i].Table),
            };
        return profile with
        {
            Reason = Copy(profile.Reason)!,
            Operators = System.Runtime.InteropServices.ImmutableCollectionsMarshal.AsImmutableArray(operators),
        };
    }

    private static string? Copy(string? text) => text is null ? null : new string(text.AsSpan());

    /// <summary>Bytes of texts that the copy made more than once.</summary>
    private static long Repeated(PlanProfile profile)
    {
        var all = profile.Operators.SelectMany(node => (string?[])[node.Name, node.Table]).OfType<string>().ToList();
        return all.Sum(Bytes) - all.Distinct(StringComparer.Ordinal).Sum(Bytes);
    }

    /// <summary>A header of 16 bytes, the length, the letters and their end, rounded up to 8.</summary>
    private static long Bytes(string text) => (22 + (2L * text.Length) + 7) / 8 * 8;
}
