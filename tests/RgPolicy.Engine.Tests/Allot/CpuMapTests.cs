using RgPolicy.Engine.Allot;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class CpuMapTests
{
    [Theory]
    [InlineData(64, 1UL << 63)]
    [InlineData(65, ulong.MaxValue)]
    public void DomainsOf_CpuOfTheLastDomain_IsABitAsLongAsThereAreBits(int domains, ulong expected)
    {
        var map = CpuMap.Of(
            TargetProfile.Generic with
            {
                L3Domains =
                [
                    .. Enumerable
                        .Range(0, domains)
                        .Select(id => new L3Domain(
                            id,
                            0,
                            0,
                            [
                                [id],
                            ]
                        )),
                ],
            }
        );

        Assert.Equal(expected, map.DomainsOf([63]));
    }
}
