namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>Compares values as the server does: numbers by value, texts without their trailing blanks,
/// moments with texts.</summary>
internal static class Comparison
{
    /// <summary>Below, at or above zero; null when either is NULL.</summary>
    public static int? Of(object? left, object? right, StringComparison collation) =>
        (left, right) switch
        {
            (null, _) or (_, null) => null,
            (string a, string b) => string.Compare(a.TrimEnd(' '), b.TrimEnd(' '), collation),
            (byte[] a, byte[] b) => a.AsSpan().SequenceCompareTo(b),
            (Guid a, Guid b) => a.CompareTo(b),
            (DateTime a, var b) => a.CompareTo(Conversion.ToMoment(b)),
            (TimeSpan a, string b) => a.CompareTo(TimeSpan.Parse(b, CultureInfo.InvariantCulture)),
            (TimeSpan a, TimeSpan b) => a.CompareTo(b),
            (byte[] a, _) => Conversion.ToNumber(a).CompareTo(Conversion.ToNumber(right)),
            _ => Conversion.ToNumber(left).CompareTo(Conversion.ToNumber(right)),
        };
}
