namespace RgPolicy.HtapBench.Server;

/// <summary>The roles: none of those that make load is a superuser, because superusers are never governed.</summary>
internal static class BenchRoles
{
    /// <summary>The application.</summary>
    public const string Oltp = "app";

    /// <summary>The analysts.</summary>
    public const string Analytics = "report";

    /// <summary>The nightly load.</summary>
    public const string Loader = "loader";

    /// <summary>RgPolicy's observer.</summary>
    public const string Observer = "rgpolicy";
}
