using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Recording;

/// <summary>Files that are kept are read as they were meant, also by later versions.</summary>
public sealed class RecordingVersionsTests
{
    // Two queries, three times; one that is written now is not compared, since it would change with the writer.
    private const string Version6 =
        "UkdSRUMNChoGAAswAABk4JyLttEsKunip4jCBPy9hG50zIbGIo2QktS1WrBKTSeLZWfeWsyGaJC4QQ6xMuOr9Lza"
        + "dFpp1gNv0Z1M8fl49hpdBll02BuvthCy2+14HeLB3fV9ujwfLxqU/mfbAIgEAEDg+f+53ff+NkwajdJ2lvBIppk0"
        + "baRfIXROp2TLEFlDSlAPuEjRIVOPKME82ICDJNsG76VZ05vPTW8+x1lNZ3No7ncHxwDX9ytucujYl2jMTIs+cPsX"
        + "GkMwAmBUvm8jJRseY8TNGjRtw2MMaRZYF/KgSH3XslwyiFgroqNzq20ASAEAQCBmdyVhEGgogUWYZv5iv/32Pckm"
        + "yCikBAzLxLMRFcd3YEbQd6sNSAEAQNzgLKGAQw8l9SSD+S7Agi1EEQCR0dP42gAoAAgIALdpDA0D";

    [Fact]
    public void Read_FileOfVersion6_HasItsPhasesAndFigures()
    {
        var (read, problem) = RecordedSequence.Read(Convert.FromBase64String(Version6));

        Assert.Null(problem);
        Assert.Equal(3, read.Count);
        for (var round = 1; round <= 3; round++)
        {
            RequestFigures[] expected =
            [
                new(TimeSpan.FromSeconds(round), 4096 * round, null, round == 2 ? null : 1000 * round, 0),
                new(null, null, 8192 * round, null, round),
            ];
            var seen = read[round - 1].Observation;
            Assert.Equal(expected, seen.Figures.AsEnumerable());
            Assert.Equal([PlanShape.Sort, null], seen.Queries.Select(query => query.Phase));
        }
    }
}
