//! The net as the search walks it: masks of a fixed width, and for each stop the ways out.

use super::mask::Mask;
use super::net::Net;
use super::value::{Counts, Worth};

/// A stop of the graph.
pub struct Node<const W: usize> {
    /// Its own bit, and those of its groups.
    pub seen: Mask<W>,
    /// Its own bit alone.
    pub own: Mask<W>,
    /// What one visit adds to the counts.
    pub counts: Counts,
    /// Its bonuses.
    pub flags: u64,
    /// Routes can only end here.
    pub blocked: bool,
    arms: [u32; 2],
}

/// A link seen from one of its stops.
pub struct Arm<const W: usize> {
    /// The track it uses.
    pub track: Mask<W>,
    /// The stop it leads to.
    pub to: u16,
    /// Its place among the links of the net.
    pub link: u32,
    /// A route that uses it must end at the stop it is seen from.
    pub here_ends: bool,
    /// A route that uses it must end at the stop it leads to.
    pub there_ends: bool,
}

/// Stops and links of a company with masks of `W` words.
pub struct Graph<const W: usize> {
    /// The stops, as in the net.
    pub nodes: Vec<Node<W>>,
    /// Stops with a token, in rising order.
    pub tokens: Vec<u16>,
    arms: Vec<Arm<W>>,
}

impl<const W: usize> Graph<W> {
    /// The graph of a net that [`Net::width`] says fits.
    pub fn new(net: &Net, worth: &Worth) -> Graph<W> {
        let mut starts = vec![0_u32; net.stops.len() + 1];
        for &stop in net.links.iter().flat_map(|link| &link.stops) {
            starts[stop as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let groups = net.stops.iter().fold(0, |all, stop| all | stop.groups);
        let nodes = net.stops.iter().zip(&worth.sites).enumerate();
        let nodes = nodes.map(|(i, (stop, site))| {
            let mut own = Mask::EMPTY;
            own.set(i);
            let mut seen = own;
            for group in (0..64).filter(|group| stop.groups >> group & 1 == 1) {
                // The groups in use are numbered behind the stops.
                let number = (groups & ((1 << group) - 1)).count_ones() as usize;
                seen.set(net.stops.len() + number);
            }
            Node {
                seen,
                own,
                counts: site.counts,
                flags: site.flags,
                blocked: stop.blocked,
                arms: [starts[i], starts[i + 1]],
            }
        });
        let nodes = nodes.collect();
        let mut arms: Vec<(u16, Arm<W>)> = Vec::with_capacity(2 * net.links.len());
        for (i, link) in net.links.iter().enumerate() {
            let mut track = Mask::EMPTY;
            link.bits.iter().for_each(|&bit| track.set(bit as usize));
            for side in 0..2 {
                let arm = Arm {
                    track,
                    to: link.stops[1 - side],
                    link: i as u32,
                    here_ends: link.ends[side],
                    there_ends: link.ends[1 - side],
                };
                arms.push((link.stops[side], arm));
            }
        }
        // Stable, so the arms of a stop stay in the order of the links.
        arms.sort_by_key(|(stop, _)| *stop);
        let tokens = (0..net.stops.len()).filter(|&i| net.stops[i].token);
        Graph {
            nodes,
            tokens: tokens.map(|i| i as u16).collect(),
            arms: arms.into_iter().map(|(_, arm)| arm).collect(),
        }
    }

    /// The ways out of a stop, in the order of the links.
    #[inline]
    pub fn arms(&self, stop: u16) -> &[Arm<W>] {
        let [first, last] = self.nodes[stop as usize].arms;
        &self.arms[first as usize..last as usize]
    }
}
