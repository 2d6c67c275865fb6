using System.Collections.Immutable;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Limits of accounts, ordered by user and host.</summary>
/// <param name="Limits">The limits.</param>
internal sealed record UserLimitState(ImmutableArray<UserLimits> Limits)
{
    /// <summary>The same in one order, without accounts that have no limit.</summary>
    public static UserLimitState Of(IEnumerable<UserLimits> limits) =>
        new([.. InOrder(limits.Where(row => !row.IsNone))]);

    /// <summary>By user, then by host.</summary>
    public static IEnumerable<UserLimits> InOrder(IEnumerable<UserLimits> limits) =>
        limits.OrderBy(row => row.User, StringComparer.Ordinal).ThenBy(row => row.Host, StringComparer.Ordinal);
}
