using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.Configure;

/// <summary>Something that the server's own configuration cannot carry out, or only degraded.</summary>
/// <param name="Setting">The words of the policy, or <c>class</c> for a whole class.</param>
/// <param name="Class">Whose.</param>
/// <param name="Reason">Why, and what happens instead.</param>
/// <param name="Required">It was asked for with <c>require</c>; a plan says so by refusing.</param>
public sealed record UnenforcedSetting(
    string Setting,
    string Class,
    string Reason,
    [property: JsonIgnore] bool Required
);
