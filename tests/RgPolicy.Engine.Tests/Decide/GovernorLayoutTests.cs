using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorLayoutTests
{
    private const string Before =
        "pool a { cache 4 ways, exclusive } pool b { cache 3 ways, exclusive } pool c { cache 8 ways }";

    [Fact]
    public void Replace_OnePoolGone_TheOthersMasksStay()
    {
        var governor = new Governor(Compile(Before), new GovernorOptions());
        var (a, c) = (Mask(governor.Program, "a"), Mask(governor.Program, "c"));

        governor.Replace(Compile("pool c { cache 8 ways } pool a { cache 4 ways, exclusive }"));

        Assert.Equal((a, c), (Mask(governor.Program, "a"), Mask(governor.Program, "c")));
        Assert.NotEqual(a, Mask(Compile("pool c { cache 8 ways } pool a { cache 4 ways, exclusive }"), "a"));
    }

    [Fact]
    public void Compile_Twice_IsTheSame() => Assert.Equal(Mask(Compile(Before), "b"), Mask(Compile(Before), "b"));

    private static ulong Mask(PolicyProgram program, string pool) =>
        program.Pools.Single(item => item.Pool.Name == pool).Masks.Single().Mask;

    private static PolicyProgram Compile(string pools) =>
        PolicyProgram.Compile(
            PolicyReader
                .Check(
                    "language 1\npool top { cpu weight 1000 }\n" + pools + "\ndefault -> top",
                    "p.rgp",
                    TargetProfile.Generic
                )
                .Policy!,
            TargetProfile.Generic
        );
}
