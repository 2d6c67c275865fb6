namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A login's name and whether it is a superuser.</summary>
internal sealed record LoginName(string Name, bool IsSuperuser)
{
    /// <summary>
    /// A login that was made or dropped a moment ago: taken for a superuser, so that it is left alone until it is known.
    /// </summary>
    public static LoginName Unknown { get; } = new("", true);
}
