using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Tests.Explain;

public sealed class DecidingAtomsTests
{
    private static readonly Truth[] Truths = [Truth.False, Truth.Unknown, Truth.True];
    private static readonly SignalValues Nothing = new();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Of_AnyCondition_HoldsWhateverTheOthersBecome(int seed)
    {
        var random = new Random(seed);
        for (var round = 0; round < 2_000; round++)
        {
            var atoms = new List<SetAtom>();
            var condition = Draw(random, 4, atoms);
            var value = condition.Evaluate(Nothing, default).Value;
            var deciding = DecidingAtoms.Of(condition, Nothing, default);

            Assert.NotEmpty(deciding);
            foreach (var other in atoms.Where(atom => !deciding.Contains(atom)))
            {
                // Only true and false hold against everything; an unknown value can be decided by any atom.
                other.Truth = value == Truth.Unknown ? other.Truth : Truths[random.Next(Truths.Length)];
            }

            Assert.Equal(value, condition.Evaluate(Nothing, default).Value);
        }
    }

    [Fact]
    public void Of_FalseAnd_IsItsFirstFalseAtom()
    {
        SetAtom[] atoms = [new("a", Truth.True), new("b", Truth.False), new("c", Truth.False)];

        var deciding = DecidingAtoms.Of(new AndNode("", [.. atoms]), Nothing, default);

        Assert.Equal("b", Assert.Single(deciding).Text);
    }

    [Fact]
    public void Of_Unknown_IsEverythingThatIsUnknown()
    {
        SetAtom[] atoms = [new("a", Truth.True), new("b", Truth.Unknown), new("c", Truth.Unknown)];

        var deciding = DecidingAtoms.Of(new AndNode("", [.. atoms]), Nothing, default);

        Assert.Equal("b c", string.Join(' ', deciding.Select(atom => atom.Text).Order(StringComparer.Ordinal)));
    }

    private static CompiledCondition Draw(Random random, int depth, List<SetAtom> atoms)
    {
        if (depth == 0 || random.Next(4) == 0)
        {
            atoms.Add(
                new SetAtom(atoms.Count.ToString(CultureInfo.InvariantCulture), Truths[random.Next(Truths.Length)])
            );
            return atoms[^1];
        }

        ImmutableArray<CompiledCondition> operands =
        [
            .. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Draw(random, depth - 1, atoms)),
        ];
        return random.Next(3) switch
        {
            0 => new NotNode("", operands[0]),
            1 => new AndNode("", operands),
            _ => new OrNode("", operands),
        };
    }

    private sealed class SetAtom(string text, Truth truth) : CompiledCondition(text)
    {
        public Truth Truth { get; set; } = truth;

        public override ulong Signals => 0;

        public override bool HasWindow => false;

        public override Verdict Evaluate(SignalValues values, Instant at) =>
            Truth switch
            {
                Truth.True => Verdict.True,
                Truth.False => Verdict.False,
                _ => Verdict.Absent,
            };

        public override ulong Pending(SignalValues values, Instant at) => 0;
    }
}
