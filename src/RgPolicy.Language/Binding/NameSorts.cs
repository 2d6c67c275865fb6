using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>The sort of each name in a text, so that a message can say where a name of another sort was
/// meant.</summary>
internal sealed class NameSorts(SyntaxTree tree)
{
    private readonly Lazy<Dictionary<string, string>> _sorts = new(() => Read(tree));

    /// <summary>The sort of a name as messages say it (<c>a class</c>), or null where nothing has this name.</summary>
    public string? Of(string name) => _sorts.Value.GetValueOrDefault(name);

    private static Dictionary<string, string> Read(SyntaxTree tree)
    {
        var sorts = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var statement in tree.Statements)
        {
            if (Declared(statement) is var (name, sort))
            {
                sorts.TryAdd(name.Text, sort);
            }
        }

        return sorts;
    }

    private static (NameSyntax Name, string Sort)? Declared(StatementSyntax statement) =>
        statement switch
        {
            PoolSyntax pool => (pool.Name, "a pool"),
            ClassSyntax query => (query.Name, "a class"),
            WindowSyntax window => (window.Name, "a window"),
            StateSyntax state => (state.Name, "a state"),
            RuleSyntax rule => (rule.Name, "a rule"),
            LetSyntax let => (let.Name, "a constant"),
            _ => null,
        };
}
