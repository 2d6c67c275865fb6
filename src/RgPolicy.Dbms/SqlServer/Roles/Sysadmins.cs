using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>
/// The sysadmins, as the server's catalog names them. A login that comes through a Windows group has no principal of
/// its own, and asking the server about it may reach a domain controller: whether it is in a group is not asked.
/// </summary>
/// <param name="IsSeen">The catalog can be seen.</param>
/// <param name="Logins">The logins that are members themselves, or by a role.</param>
/// <param name="Groups">The Windows groups that are.</param>
/// <param name="ExternalGroups">The groups of a directory service that are.</param>
internal sealed record Sysadmins(
    bool IsSeen,
    ImmutableSortedSet<string> Logins,
    ImmutableSortedSet<string> Groups,
    ImmutableSortedSet<string> ExternalGroups
)
{
    /// <summary>Nothing can be seen.</summary>
    public static Sysadmins Unseen { get; } = new(false, Names([]), Names([]), Names([]));

    /// <summary>Names are compared without case, as the laxest collation would, so that no sysadmin is taken for
    /// another login.</summary>
    public static ImmutableSortedSet<string> Names(IEnumerable<string> names) =>
        names.ToImmutableSortedSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether a login is one; null where that cannot be told.</summary>
    public bool? IsOne(string login)
    {
        if (!IsSeen)
        {
            return null;
        }

        if (Logins.Contains(login))
        {
            return true;
        }

        if (MayBeInAGroup(login))
        {
            return null;
        }

        return false;
    }

    /// <summary>True where both say the same.</summary>
    public bool IsSame(Sysadmins other) =>
        IsSeen == other.IsSeen
        && Logins.SetEquals(other.Logins)
        && Groups.SetEquals(other.Groups)
        && ExternalGroups.SetEquals(other.ExternalGroups);

    /// <summary>The server's own logins have no backslash in their names; those of a directory service
    /// look like addresses.</summary>
    private bool MayBeInAGroup(string login) =>
        (!Groups.IsEmpty && login.Contains('\\', StringComparison.Ordinal))
        || (!ExternalGroups.IsEmpty && login.Contains('@', StringComparison.Ordinal));
}
