using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>The rights that observing needs, under the names that the release has for them.</summary>
internal static class Rights
{
    /// <summary>The major version from which a narrower right is enough.</summary>
    public const int FirstWithPerformanceState = 16;

    /// <summary>Said while it cannot be seen who is a sysadmin.</summary>
    public const string UnseenRoles =
        "who is a sysadmin cannot be seen, so those logins are left alone: GRANT VIEW ANY DEFINITION TO RgPolicy's login";

    /// <summary>Said while databases' names cannot be seen.</summary>
    public const string UnseenDatabases =
        "names of some databases cannot be seen, so session.database is empty for them: GRANT VIEW ANY DATABASE TO RgPolicy's login";

    /// <summary>The right to see what others run.</summary>
    public static string ToSeeRequests(ImmutableArray<long> version) =>
        version is [>= FirstWithPerformanceState, ..] ? "VIEW SERVER PERFORMANCE STATE" : "VIEW SERVER STATE";

    /// <summary>What is said when it is missing.</summary>
    public static string Missing(string target, ImmutableArray<long> version) =>
        $"{target}: the right to see other sessions' requests is missing, and without it nothing can be observed; "
        + $"run: GRANT {ToSeeRequests(version)} TO RgPolicy's login";
}
