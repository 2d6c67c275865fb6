namespace RgPolicy.Dbms.Recording;

/// <summary>
/// How much a recording may come to in proportion to its file. A real one has times and checksums in each observation
/// that do not pack, so a file that comes to far more was made to keep its reader busy.
/// </summary>
/// <param name="file">Where it is read from.</param>
internal sealed class RecordingBudget(EndNotingStream file)
{
    private const long SpareBytes = 1024 * 1024;
    private const long BytesPerByte = 300;
    private const long SparePolls = 50_000;
    private const long PollsPerByte = 1;
    private const long SpareSightings = 1_000_000;
    private const long SightingsPerByte = 300;
    private long _bytes;
    private long _polls;
    private long _sightings;

    /// <summary>Takes a frame's payload into account; false when that is too much.</summary>
    public bool Unpack(int length)
    {
        _bytes += length;
        return _bytes <= RecordingFormat.MaximumUnpacked && _bytes <= SpareBytes + (BytesPerByte * file.Count);
    }

    /// <summary>Takes an observation with so many queries in view into account; false when that is too much.</summary>
    public bool See(int queries)
    {
        _polls++;
        _sightings += queries;
        return _polls <= SparePolls + (PollsPerByte * file.Count)
            && _sightings <= SpareSightings + (SightingsPerByte * file.Count);
    }
}
