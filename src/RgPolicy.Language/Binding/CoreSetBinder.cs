using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Binds core sets and resolves <c>like POOL</c>; null means that a mistake was reported.</summary>
internal sealed class CoreSetBinder(BindingScope scope)
{
    private const int HighestCore = 65_535;

    private const string Forms = "`all`, a percentage, a list such as `0..3, 8`, `socket N`, `numa N` or `like POOL`";

    private readonly Dictionary<string, CoreSetSyntax?> _byPool = new(StringComparer.Ordinal);
    private readonly Dictionary<string, LikeEnd> _ends = new(StringComparer.Ordinal);
    private readonly Dictionary<CoreSetSyntax, CoreSetValue?> _shared = new(ReferenceEqualityComparer.Instance);

    /// <summary>Tells where the pool's own core set stands, so that others may be like it.</summary>
    public void Declare(PoolSyntax pool) =>
        _byPool.TryAdd(
            pool.Name.Text,
            pool.Block.Settings.Select(setting => setting.Body).OfType<SettingBodySyntax.Cores>().FirstOrDefault()?.Set
        );

    public CoreSetValue? Bind(CoreSetSyntax set) =>
        set switch
        {
            CoreSetSyntax.Like like => Like(like),
            CoreSetSyntax.Node node => Node(node),
            CoreSetSyntax.List list => List(list),
            CoreSetSyntax.Share share => Share(share, scope.Constants.Quantity(share.Number, share.Unit)),
            CoreSetSyntax.Named named when !scope.Lets.Contains(named.Text) => Unknown(named),
            CoreSetSyntax.Named named => Share(named, scope.Lets.Use(named)),
            _ => new CoreSetValue(CoreSetKind.All, null, [], null),
        };

    private CoreSetValue? Unknown(CoreSetSyntax.Named named)
    {
        var meant = NameSuggestion.Find(named.Text, ["all", .. scope.Lets.Names]);
        scope.Report(
            "RG2001",
            named,
            $"`{named.Text}` is not a core set: write {Forms}.",
            scope.Replace(named, meant, isSafe: false)
        );
        return null;
    }

    private CoreSetValue? Like(CoreSetSyntax.Like like)
    {
        scope.Pools.Use(like.Pool);
        return Meant(like.Pool.Text) switch
        {
            LikeEnd.Written { Set: var set } => Shared(set),
            LikeEnd.Missing { Pool: var pool } => Refuse(
                "RG2002",
                like,
                $"The pool `{pool}` has no `cores`: give it `cores all`, or write the cores here."
            ),
            LikeEnd.Circle { Pool: var pool } => Refuse(
                "RG2004",
                like,
                $"The cores of `{pool}` are like its own: write them out in one of these pools."
            ),
            _ => null,
        };
    }

    private CoreSetValue? Shared(CoreSetSyntax set)
    {
        if (!_shared.TryGetValue(set, out var value))
            _shared[set] = value = Bind(set);

        return value;
    }

    private CoreSetValue? Refuse(string code, CoreSetSyntax set, string message)
    {
        scope.Report(code, set, message);
        return null;
    }

    // Each pool on the way is remembered, so that a chain of pools is followed once.
    private LikeEnd Meant(string pool)
    {
        var way = new List<string>();
        var current = pool;
        while (!_ends.ContainsKey(current) && _byPool.TryGetValue(current, out var set))
        {
            way.Add(current);
            _ends[current] = set switch
            {
                null => new LikeEnd.Missing(current),
                CoreSetSyntax.Like => new LikeEnd.Circle(current),
                _ => new LikeEnd.Written(set),
            };
            current = set is CoreSetSyntax.Like like ? like.Pool.Text : current;
        }

        // A pool that is met twice is in a circle with those after it; a pool that is like one of these gets the first
        // of them.
        var end = _ends.GetValueOrDefault(current, LikeEnd.Unknown);
        var inCircle = end is LikeEnd.Circle ? way.IndexOf(current) : -1;
        foreach (var met in inCircle < 0 ? way : way[..inCircle])
            _ends[met] = end;

        return _ends.GetValueOrDefault(pool, end);
    }

    private CoreSetValue? Node(CoreSetSyntax.Node node)
    {
        var kind = node.IsSocket ? CoreSetKind.Socket : CoreSetKind.Numa;
        return Number(node.Number, node) is { } number ? new CoreSetValue(kind, null, [], number) : null;
    }

    private CoreSetValue? List(CoreSetSyntax.List list)
    {
        var cores = new SortedSet<int>();
        foreach (var range in list.Ranges)
        {
            var first = Number(range.First, range);
            var last = range.Last is null ? first : Number(range.Last, range);
            if (first is null || last is null)
                return null;

            if (last < first)
            {
                scope.Report(
                    "RG2002",
                    range,
                    $"This range is empty: write `{last}..{first}`.",
                    scope.Replace(range, $"{last}..{first}", isSafe: false)
                );
                return null;
            }

            cores.UnionWith(Enumerable.Range(first.Value, last.Value - first.Value + 1));
        }

        return new CoreSetValue(CoreSetKind.List, null, [.. cores], null);
    }

    private CoreSetValue? Share(CoreSetSyntax share, ConstantValue? value)
    {
        if (value is Numeric { Kind: ConstantKind.Percent } percent)
            return new CoreSetValue(CoreSetKind.Percent, percent.Amount, [], null);

        if (value is not null)
            scope.Report("RG2002", share, $"`cores` takes {Forms}, not {Units.Describe(value.Kind)}.");

        return null;
    }

    private int? Number(SyntaxToken token, SyntaxNode where)
    {
        var isRead = int.TryParse(token.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        if (isRead && number <= HighestCore)
            return number;

        scope.Report("RG2002", where, $"Numbers of cores and nodes go from 0 to {HighestCore}.");
        return null;
    }
}

/// <summary>Where pools whose cores are like those of others end.</summary>
internal abstract record LikeEnd
{
    private LikeEnd() { }

    /// <summary>A name that is not a pool's, which was told.</summary>
    public static LikeEnd Unknown { get; } = new NoPool();

    public sealed record Written(CoreSetSyntax Set) : LikeEnd;

    /// <summary>A pool without cores.</summary>
    public sealed record Missing(string Pool) : LikeEnd;

    public sealed record Circle(string Pool) : LikeEnd;

    private sealed record NoPool : LikeEnd;
}
