using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>A statement that means something else.</summary>
/// <param name="Kind">Which kind: <c>pool</c>, <c>rule</c>, <c>state</c>, <c>objective</c>, <c>cache strategy</c>,
/// <c>superuser</c> or <c>order</c>.</param>
/// <param name="Name">Which of them; empty where there is one at the most.</param>
/// <param name="What">What differs, in a few words.</param>
/// <param name="Sample">A query or a moment at which it makes a difference; null where none was looked
/// for or found.</param>
public sealed record StatementChange(string Kind, string Name, string What, Sample? Sample)
{
    /// <summary>Kind and name.</summary>
    public string Statement => Name.Length == 0 ? Kind : $"{Kind} {Name}";
}
