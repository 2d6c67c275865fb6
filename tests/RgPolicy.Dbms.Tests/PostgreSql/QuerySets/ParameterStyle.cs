namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>Which values of a text become parameters.</summary>
internal enum ParameterStyle
{
    /// <summary>All, and equal ones become the same parameter.</summary>
    Shared,

    /// <summary>All, each a parameter of its own.</summary>
    Separate,

    /// <summary>Those that something is compared with.</summary>
    Compared,
}
