namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>A schema, and who could change what its names mean.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Oid">Its oid.</param>
/// <param name="UntrustedOwner">Its owner where that is not trusted, else null.</param>
/// <param name="UntrustedMaker">A role that is not trusted and may make something in it, or null.</param>
/// <param name="IsUsable">RgPolicy's role may look names up in it.</param>
internal sealed record SchemaTrust(string Name, uint Oid, string? UntrustedOwner, string? UntrustedMaker, bool IsUsable)
{
    /// <summary>True when no role that is not trusted can give one of its names another meaning.</summary>
    public bool IsTrusted => UntrustedOwner is null && UntrustedMaker is null;
}
