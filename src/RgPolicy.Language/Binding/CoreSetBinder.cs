using System.Collections.Immutable;
using System.Globalization;
using Antlr4.Runtime.Tree;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using static RgPolicy.Language.Binding.ConstantValue;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds core sets and resolves <c>like POOL</c>; null means that a mistake was reported.</summary>
internal sealed class CoreSetBinder(BindingScope scope)
{
    private const int HighestCore = 65_535;

    private readonly Dictionary<string, CoreSetContext?> _byPool = new(StringComparer.Ordinal);

    /// <summary>Tells where the pool's own core set stands, so that others may be like it.</summary>
    public void Declare(PoolStatementContext pool) => _byPool.TryAdd(
        pool.name().GetText(),
        pool.settingBlock().setting().Select(setting => setting.settingBody()).OfType<CoresSettingContext>()
            .FirstOrDefault()?.coreSet());

    public CoreSetValue? Bind(CoreSetContext context) => context switch
    {
        CoresLikeContext like => Like(like),
        CoresOfNodeContext node => Node(node),
        CoreListContext list => List(list),
        CoreShareContext share => Share(share),
        _ => new CoreSetValue(CoreSetKind.All, null, [], null),
    };

    private CoreSetValue? Like(CoresLikeContext like)
    {
        scope.Pools.Use(like.name());
        var visited = new List<string>();
        var current = like;
        while (_byPool.TryGetValue(current.name().GetText(), out var next))
        {
            var name = current.name().GetText();
            if (next is null)
            {
                scope.Report("RG2002", like, $"The pool `{name}` has no `cores`: give it `cores all`, or write the cores here.");
                return null;
            }

            if (visited.Contains(name, StringComparer.Ordinal))
            {
                scope.Report("RG2004", like, $"The cores of `{name}` are like its own: write them out in one of these pools.");
                return null;
            }

            if (next is not CoresLikeContext further)
            {
                return Bind(next);
            }

            visited.Add(name);
            current = further;
        }

        return null;
    }

    private CoreSetValue? Node(CoresOfNodeContext node)
    {
        var kind = node.SOCKET() is null ? CoreSetKind.Numa : CoreSetKind.Socket;
        return Number(node.INTEGER(), node) is { } number ? new CoreSetValue(kind, null, [], number) : null;
    }

    private CoreSetValue? List(CoreListContext list)
    {
        var cores = new SortedSet<int>();
        foreach (var range in list.coreRange())
        {
            var first = Number(range.INTEGER(0), range);
            var last = range.INTEGER().Length > 1 ? Number(range.INTEGER(1), range) : first;
            if (first is null || last is null)
            {
                return null;
            }

            if (last < first)
            {
                scope.Report("RG2002", range, $"This range is empty: write `{last}..{first}`.",
                    scope.Replace(range, $"{last}..{first}", isSafe: false));
                return null;
            }

            cores.UnionWith(Enumerable.Range(first.Value, last.Value - first.Value + 1));
        }

        return new CoreSetValue(CoreSetKind.List, null, [.. cores], null);
    }

    private CoreSetValue? Share(CoreShareContext share)
    {
        var value = share.number() is { } number ? Quantity(number, share.UNIT()) : Constant(share);
        if (value is Numeric { Kind: ConstantKind.Percent } percent)
        {
            return new CoreSetValue(CoreSetKind.Percent, percent.Amount, [], null);
        }

        if (value is not null)
        {
            scope.Report("RG2002", share,
                $"`cores` takes `all`, a percentage, a list such as `0..3, 8`, `socket N`, `numa N` or `like POOL`, "
                    + $"not {Units.Describe(value.Kind)}.");
        }

        return null;
    }

    private Numeric? Quantity(NumberContext number, ITerminalNode unit)
    {
        var (kind, factor) = Units.Get(unit.GetText());
        return scope.Constants.Number(number) is { } amount ? new Numeric(kind, amount * factor) : null;
    }

    private ConstantValue? Constant(CoreShareContext share) => scope.Lets.Use(share);

    private int? Number(ITerminalNode node, Antlr4.Runtime.ParserRuleContext where)
    {
        var isRead = int.TryParse(node.GetText(), NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        if (isRead && number <= HighestCore)
        {
            return number;
        }

        scope.Report("RG2002", where, $"Numbers of cores and nodes go from 0 to {HighestCore}.");
        return null;
    }
}
