namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Settings of a role in a database; they hold for sessions that begin from then on.</summary>
internal sealed record RoleSettings(string Role, string Database, ImmutableSortedDictionary<string, string> Values)
{
    public bool Equals(RoleSettings? other) =>
        other is not null && Role == other.Role && Database == other.Database && Values.SequenceEqual(other.Values);

    public override int GetHashCode() => HashCode.Combine(Role, Database, Values.Count);
}

/// <summary>What PostgreSQL keeps for a role in a database, and which of it is RgPolicy's: the setting
/// <c>rgpolicy.owner</c> beside the others names them.</summary>
internal static class OwnedSettings
{
    public const string Marker = "rgpolicy.owner";

    private const string Before = "RgPolicy: ";

    public static string MarkerOf(RoleSettings settings) => Before + string.Join(", ", settings.Values.Keys);

    /// <summary>The marker of a row, or null. What it names may have been reset by the role itself.</summary>
    public static string? MarkerIn(RoleSettings row) =>
        row.Values.TryGetValue(Marker, out var marker) && marker.StartsWith(Before, StringComparison.Ordinal)
            ? marker
            : null;

    public static RoleSettings Of(RoleSettings row)
    {
        var names = MarkerIn(row) is { } marker
            ? marker[Before.Length..].Split(", ").ToHashSet(StringComparer.Ordinal)
            : [];
        return row with
        {
            Values = row
                .Values.Where(each => names.Contains(each.Key))
                .ToImmutableSortedDictionary(StringComparer.Ordinal),
        };
    }
}
