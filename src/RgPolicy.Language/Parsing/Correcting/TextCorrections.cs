using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Reads what is written as in other languages as what it stands for, and reports it: first the
/// characters, then, in statements that do not fit the grammar, the words. Each is one mistake, and what stands around
/// it is read as if it were right.
/// </summary>
internal sealed class TextCorrections(SourceText source, DiagnosticBag bag)
{
    private const int Rounds = 6;

    // Each round reads the whole text; a long one gets fewer, and one at the least.
    private const int CharactersForRounds = 600_000;

    /// <summary>What is read as other letters; where a statement has such a mistake, its words are
    /// looked at in the next round.</summary>
    private static readonly ImmutableArray<ICorrectionRule> Letters =
    [
        new CreateRule(),
        new PasteRule(),
        new CommentRule(),
        new EntityRule(),
        new PlainNumberRule(),
        new CharacterRule(isForeignOnly: true),
        new LetterRule(),
        new CapitalRule(),
    ];

    /// <summary>What may be wrong where a statement fits but for characters that mean nothing.</summary>
    private static readonly ImmutableArray<ICorrectionRule> Marks =
    [
        new PasteRule(),
        new CommentRule(isSureOnly: true),
        new SettingMarksRule(),
        new DigitGroupRule(),
        new PlainNumberRule(),
        new PlaceholderRule(),
        new JointRule(),
        new VariableRule(),
        new CastRule(),
        new LeftOverRule(),
        new ValueMarkRule(),
        new UnknownSettingRule(),
        new SettingMarkRule(),
        new QuoteRule(),
        new CoreListRule(),
        new CorePlaceRule(),
        new ComparisonWordRule(),
        new TruthRule(),
        new CharacterRule(),
    ];

    private static readonly ImmutableArray<ICorrectionRule> Rules =
    [
        new CommentRule(),
        new SettingMarksRule(),
        new OpenTextRule(),
        new FirstQuoteRule(),
        new PlaceholderRule(),
        new DoubledRule(),
        new DashRule(),
        new CaseTableRule(),
        new TestLineRule(),
        new TestGivenRule(),
        new TestExpectationRule(),
        new ClassHeadRule(),
        new ListConstantRule(),
        new NoiseRule(),
        new ArrowRule(),
        new OrderRule(),
        new RuleHeadRule(),
        new StepRule(),
        new StateRule(),
        new InStateRule(),
        new CacheStrategyRule(),
        new MomentRule(),
        new MisplacedPartRule(),
        new ForeignStatementRule(),
        new HeadRule(),
        new ObjectiveRule(),
        new VariableRule(),
        new CastRule(),
        new LeftOverRule(),
        new ValueMarkRule(),
        new MeasureRule(),
        new MethodRule(),
        new SignalMarkRule(),
        new KnownRule(),
        new AnyRule(),
        new BareWordRule(),
        new NestedBlockRule(),
        new SettingMarkRule(),
        new WindowRule(),
        new QuoteRule(),
        new FunctionRule(),
        new CallRule(),
        new BraceRule(),
        new JointRule(),
        new CharacterRule(),
        new AmountRule(),
        new NumberRule(),
        new DigitGroupRule(),
        new NameRule(),
        new StatementWordRule(),
        new RangeRule(),
        new ListRule(),
        new ComparisonWordRule(),
        new TruthRule(),
        new TurnedRule(),
        new OperandRule(),
        new SettingPartRule(),
        new CoreListRule(),
        new CorePlaceRule(),
        new SettingValueRule(),
        new SettingRule(),
        new UnknownSettingRule(),
        new ProseRule(),
        new StrayRule(),
    ];

    private readonly List<ToldCorrection> _told = [];

    /// <summary>The text as it was probably meant.</summary>
    public CorrectedText Apply()
    {
        var text = new CorrectedText(source.Content);
        var rounds = Math.Clamp(CharactersForRounds / Math.Max(1, source.Content.Length), 1, Rounds);
        for (var round = 0; round < rounds; round++)
        {
            var found = Apart(Find(text));
            if (found.Count == 0)
            {
                break;
            }

            _told.AddRange(found.Select(correction => ToldCorrection.Of(correction, text, source)));
            text = text.With([
                .. found
                    .SelectMany(correction => correction.Edits)
                    .OrderBy(edit => edit.Start)
                    .ThenBy(edit => edit.End),
            ]);
        }

        foreach (var told in ToldCorrection.Once(_told))
        {
            told.AddTo(bag);
        }

        return text;
    }

    // What stands before a part that is replaced comes before it. What touches the change of another is
    // looked at again when that is made.
    private static List<Correction> Apart(IEnumerable<Correction> found)
    {
        var (kept, taken) = (new List<Correction>(), new SortedSet<(int Start, int End)>());
        foreach (var correction in found)
        {
            if (!correction.Edits.Any(edit => IsTaken(taken, edit)))
            {
                kept.Add(correction);
                taken.UnionWith(correction.Edits.Select(edit => (edit.Start, edit.End)));
            }
        }

        return kept;
    }

    private static bool IsTaken(SortedSet<(int Start, int End)> taken, Replacement edit)
    {
        var last = (Math.Max(edit.Start, edit.End - 1), int.MaxValue);
        return taken.Count > 0
            && taken.Min.CompareTo(last) <= 0
            && Touch(taken.GetViewBetween(taken.Min, last).Max, edit);
    }

    private static bool Touch((int Start, int End) other, Replacement edit) =>
        (other.Start < edit.End && edit.Start < other.End) || other == (edit.Start, edit.End);

    private List<Correction> Find(CorrectedText text)
    {
        var content = text.Content;
        var current = new SourceText(content, source.Path);
        var raw = Raw(text);
        var found = new List<Correction>();
        if (raw.Count > 0 && raw[^1].Type == RgPolicyLexer.OPEN_COMMENT)
        {
            return [OpenComments.Close(raw[^1], content)];
        }

        if (new PolicyTokens(current, text.AsWritten, new DiagnosticBag(source.Path)).Read() is not { } tokens)
        {
            return found;
        }

        var declared = new DeclaredNames(raw);
        var index = 0;
        foreach (var (start, end) in new StatementProbe(current, tokens).Misfits())
        {
            index = Characters(content, raw, index, Math.Min(start, LineMark(content, raw, index, start)), found);
            var last = index;
            while (last < raw.Count && raw[last].StartIndex < end)
            {
                last++;
            }

            var statement = new RawTokens(content, raw, index, last, declared);
            var before = found.Count;
            Search(statement, Letters, found);
            if (found.Count == before)
            {
                Search(statement, Rules, found);
            }

            index = last;
        }

        Characters(content, raw, index, content.Length, found);
        return found;
    }

    // A mark that begins the line of a statement, such as `[`, is part of its mistake.
    private static int LineMark(string content, List<IToken> raw, int index, int start)
    {
        var place = index;
        while (place < raw.Count && raw[place].StartIndex < start)
        {
            place++;
        }

        var mark = start;
        while (
            place > index
            && raw[place - 1].Type == RgPolicyLexer.UNKNOWN
            && !content.AsSpan(raw[place - 1].StartIndex, mark - raw[place - 1].StartIndex).ContainsAny('\r', '\n')
        )
        {
            mark = raw[--place].StartIndex;
        }

        return mark;
    }

    // Between the statements that do not fit: characters that mean nothing are left out there, and told.
    private static int Characters(string content, List<IToken> raw, int index, int end, List<Correction> found)
    {
        var last = index;
        while (last < raw.Count && raw[last].StartIndex < end)
        {
            last++;
        }

        var from = found.Count;
        var (region, first) = (new RawTokens(content, raw, index, last), index);
        for (var place = index; place < last; place++)
        {
            first = region.BeginsStatement(place - index) ? place : first;
            if (Suspects.Is(content, raw, place))
            {
                var next = place + 1;
                while (next < last && !region.BeginsStatement(next - index))
                {
                    next++;
                }

                Collect(new RawTokens(content, raw, first, next), Marks, found);
                place = next - 1;
            }
        }

        KeepOnce(found, from);
        return last;
    }

    private static void Search(RawTokens tokens, ImmutableArray<ICorrectionRule> rules, List<Correction> found)
    {
        var from = found.Count;
        Collect(tokens, rules, found);
        KeepOnce(found, from);
    }

    // What is written so again and again counts once, for it is told once.
    private static void Collect(RawTokens tokens, ImmutableArray<ICorrectionRule> rules, List<Correction> found)
    {
        var (from, kinds) = (found.Count, new HashSet<(string Code, string Message)>());
        for (var index = 0; index < tokens.Count && from + kinds.Count < TextLimits.Findings; )
        {
            var next = index + 1;
            foreach (var rule in rules)
            {
                if (rule.Find(tokens, index) is var (correction, behind))
                {
                    found.Add(correction);
                    kinds.Add((correction.Code, correction.Message));
                    next = Math.Max(next, behind);
                    break;
                }
            }

            index = next;
        }
    }

    private static void KeepOnce(List<Correction> found, int from)
    {
        var once = Once(found.Skip(from)).ToList();
        found.RemoveRange(from, found.Count - from);
        found.AddRange(once);
    }

    // A `;` behind each line is one mistake: the first is told, and its fix fixes them all.
    private static IEnumerable<Correction> Once(IEnumerable<Correction> found) =>
        from correction in found
        group correction by (correction.Code, correction.Message, correction.Fix) into same
        select same.First() with
        {
            Edits = [.. Apart(same).SelectMany(correction => correction.Edits)],
        };

    private static List<IToken> Raw(CorrectedText text) =>
        [
            .. text.KeepTokens()
                .Where(token =>
                    token.Channel == TokenConstants.DefaultChannel || token.Type == RgPolicyLexer.OPEN_COMMENT
                ),
        ];
}
