using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the classes in the order of the text, and sees to it that <c>default</c> is there,
/// once and last.</summary>
internal sealed class ClassBinder(BindingScope scope)
{
    private const string DefaultName = "default";

    public ImmutableArray<QueryClass> Bind(ImmutableArray<StatementSyntax> statements)
    {
        var bound = ImmutableArray.CreateBuilder<QueryClass>();
        DefaultSyntax? standard = null;
        foreach (var statement in statements)
        {
            var query = statement is ClassSyntax named ? Bind(named, bound.Count, standard) : null;
            if (statement is DefaultSyntax last)
            {
                query = Bind(last, bound.Count, standard);
                standard ??= last;
            }

            if (query is not null)
                bound.Add(query);
        }

        var isMeant = statements.OfType<ClassSyntax>().Any(named => named.Name.Text == DefaultName);
        if (standard is null && !isMeant && !scope.Tree.Hides("default"))
            ReportMissingDefault();

        return bound.ToImmutable();
    }

    private QueryClass? Bind(ClassSyntax named, int index, DefaultSyntax? standard)
    {
        if (standard is not null)
        {
            scope.Report(
                "RG2005",
                named.Name,
                "This class stands behind `default`, which takes every query: " + "move `default` to the end."
            );
        }

        var name = named.Name.Text;
        if (name == DefaultName)
        {
            scope.Report(
                "RG2005",
                named.Name,
                "`default` has no condition: write `default -> POOL` as the last class."
            );
            return null;
        }

        var isNew = scope.Classes.Declare(named.Name, null);
        var pool = scope.Pools.Use(named.Pool);
        var condition = scope.Conditions.Bind(named.Condition);
        if (!isNew || pool is null || condition is null)
            return null;

        var query = new QueryClass(name, index, pool, condition, scope.Range(named));
        scope.Classes.Set(name, query);
        return query;
    }

    private QueryClass? Bind(DefaultSyntax last, int index, DefaultSyntax? standard)
    {
        var pool = scope.Pools.Use(last.Pool);
        if (standard is not null)
            scope.Report("RG2005", last, "There already is a `default`: keep one, at the end.");

        return pool is null || standard is not null
            ? null
            : new QueryClass(DefaultName, index, pool, null, scope.Range(last));
    }

    private void ReportMissingDefault()
    {
        var end = scope.Tree.Source.Content.Length;
        scope.Bag.Add(
            "RG2005",
            scope.Tree.Source.Range(end, end),
            "The last class is missing: write `default -> POOL` for the queries that no class takes."
        );
    }
}
