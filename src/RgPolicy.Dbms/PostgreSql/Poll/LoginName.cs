using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A login's name and whether it is a superuser.</summary>
internal sealed record LoginName(string Name, bool IsSuperuser)
{
    /// <summary>
    /// A login that was made or dropped a moment ago: taken for a superuser, so that it is left alone
    /// until it is known.
    /// </summary>
    public static LoginName Unknown { get; } = new("", true);

    /// <summary>Sessions may begin as it; of others it is only set.</summary>
    public bool MayConnect { get; init; } = true;

    /// <summary>The roles that it is a member of, by others too; null where they are not known.</summary>
    public ImmutableArray<string>? Roles { get; init; }

    /// <summary>True where both say the same.</summary>
    public bool Equals(LoginName? other) =>
        other is not null
        && Name == other.Name
        && IsSuperuser == other.IsSuperuser
        && MayConnect == other.MayConnect
        && (
            Roles is { } own && other.Roles is { } others
                ? own.SequenceEqual(others, StringComparer.Ordinal)
                : Roles is null && other.Roles is null
        );

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, IsSuperuser);
}
