using System.Text.RegularExpressions;
using RgPolicy.Language.Facts;

namespace RgPolicy.Cli.Lint.Rules;

/// <summary>A question about the facts of one item of a policy.</summary>
internal abstract record FactQuery
{
    public abstract bool Holds(PolicyItem item);

    /// <summary>All of some questions.</summary>
    internal sealed record All(ImmutableArray<FactQuery> Parts) : FactQuery
    {
        /// <inheritdoc/>
        public override bool Holds(PolicyItem item) => Parts.All(part => part.Holds(item));
    }

    internal sealed record Any(ImmutableArray<FactQuery> Parts) : FactQuery
    {
        /// <inheritdoc/>
        public override bool Holds(PolicyItem item) => Parts.Any(part => part.Holds(item));
    }

    /// <summary>The opposite of a question.</summary>
    internal sealed record Not(FactQuery Part) : FactQuery
    {
        /// <inheritdoc/>
        public override bool Holds(PolicyItem item) => !Part.Holds(item);
    }

    /// <summary>A field has one of some values.</summary>
    internal sealed record Equal(string Field, ImmutableArray<string> Values) : FactQuery
    {
        /// <inheritdoc/>
        public override bool Holds(PolicyItem item) =>
            item.Values(Field).Any(value => Values.Contains(value, StringComparer.OrdinalIgnoreCase));
    }

    /// <summary>A value of a field matches an expression.</summary>
    internal sealed record Match(string Field, Regex Expression) : FactQuery
    {
        /// <inheritdoc/>
        public override bool Holds(PolicyItem item) => item.Values(Field).Any(Expression.IsMatch);
    }

    /// <summary>A field has a value.</summary>
    internal sealed record Exists(string Field) : FactQuery
    {
        /// <inheritdoc/>
        public override bool Holds(PolicyItem item) => !item.Values(Field).IsEmpty;
    }
}
