namespace RgPolicy.Dbms.Configure;

/// <summary>Something that the DBMS's own configuration cannot carry out.</summary>
/// <param name="Setting">The words of the policy.</param>
/// <param name="Class">Whose.</param>
/// <param name="Reason">Why.</param>
public sealed record UnenforcedItem(string Setting, string Class, string Reason);
