using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Facts;

/// <summary>One item of a bound policy as named facts, for rules that an organisation has about its policies.</summary>
/// <param name="Sort"><c>policy</c>, <c>pool</c>, <c>class</c>, <c>rule</c>, <c>step</c>, <c>state</c>,
/// <c>objective</c> or <c>test</c>.</param>
/// <param name="Name">Its name, or that of what it stands in.</param>
/// <param name="Range">Where it stands.</param>
/// <param name="Fields">The values of each field; a field that is not there has none.</param>
public sealed record PolicyItem(
    string Sort,
    string Name,
    TextRange Range,
    ImmutableSortedDictionary<string, ImmutableArray<string>> Fields
)
{
    /// <summary>The values of a field; none where the item has no such field.</summary>
    /// <param name="field">The field's name.</param>
    public ImmutableArray<string> Values(string field) => Fields.GetValueOrDefault(field, []);
}
